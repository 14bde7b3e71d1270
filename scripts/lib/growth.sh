# What the size of a fleet costs. Sourced by scripts/bench, after postgres.sh, yardstick.sh and loads.sh.

# fill_database DOMAINS: a tenant for each domain, with twenty routes that no other has. Triggers stay out of it: they
# would do for each row what is checked once for each write.
fill_database() {
    psql -qX "$POSTERN_DATABASE_URL" -v ON_ERROR_STOP=1 <<END
SET session_replication_role = replica;
INSERT INTO fleet.tenants (name, web)
SELECT 't' || n, 'https://www.t' || n || '.example/' FROM generate_series(0, $1 - 1) AS n;
INSERT INTO fleet.domains (tenant_id, name, state, is_attested)
SELECT id, 'd' || substr(name, 2) || '.bench.example', 'live', true FROM fleet.tenants;
INSERT INTO fleet.routes (tenant_id, position, name, pattern, destination_kind, destination)
SELECT id, route, 'r' || route, '/section' || route || '/{id}', 'web',
  'https://www.' || name || '.example/p/' || route || '/{id}'
FROM fleet.tenants, generate_series(1, 20) AS route;
VACUUM ANALYZE;
END
}

# Prints seconds since a time as `date +%s%N` gives it.
seconds_since() { awk -v time=$(($(date +%s%N) - $1)) 'BEGIN { printf "%.2f", time / 1e9 }'; }

# start_stored DATABASE COMMAND…: starts the gateway, maybe under a tool, with the fleet of a database, or with what it
# keeps of that in a directory where there is none; sets `server`, `address`, and `taken`, the seconds until it served.
start_stored() {
    local database=$1 start
    shift
    start=$(date +%s%N)
    rm -f "$place/ready.json"
    "$@" "$programs/postern" serve --database "$database" --state-dir "$place/state" --workers 1 --listen 127.0.0.1:0 \
        --health-listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --drain-delay 0s --ready-file "$place/ready.json" \
        >"$place/gateway" 2>"$place/log" &
    server=$!
    await 'the gateway' test -e "$place/ready.json"
    address=$(sed -n 's/^listening kind=http address=//p' "$place/gateway" | head -n 1)
    await 'the fleet' curl -fso "$place/answer" \
        "http://$(sed -n 's/^listening kind=health address=//p' "$place/gateway")/readyz"
    taken=$(seconds_since "$start")
}

# memory_of FIELD: kibibytes of the gateway, as /proc has them.
memory_of() { awk -v field="$1:" '$1 == field { print $2 }' "/proc/$server/status"; }

# choose_growing DOMAINS: twelve requests of domains all over the fleet.
choose_growing() {
    local number
    requests=() status=302
    for number in $(seq 0 11); do
        requests+=("d$((number * ($1 - 1) / 11)).bench.example" "/section$((number + 3))/1042?ref=mail")
    done
}

# grow DOMAINS: prints domains, seconds of a start from the database and from the directory, bytes for a route now and at
# the most, nanoseconds of processor time and instructions for a request.
grow() {
    local domains=$1 nowhere='postgresql:///nowhere?host=/nowhere' empty stored kept memory most number before times=()
    rm -rf "$place/state"
    as_postgres "$(postgres_programs)/createdb" --host "$place/pg" --username postern "grown$domains"
    POSTERN_DATABASE_URL="postgresql:///grown$domains?host=$place/pg&user=postern"
    "$programs/postern" migrate >"$place/log" 2>&1 || fail "$(cat "$place/log")"
    start_stored "$POSTERN_DATABASE_URL"
    empty=$(memory_of VmRSS)
    end_server
    # A slow database would let the empty fleet be served that is kept there.
    rm -rf "$place/state"
    fill_database "$domains"
    start_stored "$POSTERN_DATABASE_URL"
    stored=$taken
    memory=$(memory_of VmRSS)
    most=$(memory_of VmHWM)
    choose_growing "$domains"
    ask_requests 2400
    for number in $(seq 9); do
        before=$(time_of "$server")
        ask_requests 12000
        times+=($((($(time_of "$server") - before) / 12000)))
    done
    end_server
    start_stored "$nowhere"
    kept=$taken
    end_server
    start_stored "$POSTERN_DATABASE_URL" valgrind --tool=callgrind --instr-atstart=no \
        --separate-threads=yes --callgrind-out-file="$place/all"
    control_callgrind -i on
    ask_requests 600
    control_callgrind -z
    ask_requests 3000
    control_callgrind -d
    printf '%s\n' "${times[@]}" | sort -n | sed -n 5p |
        awk -v domains="$domains" -v stored="$stored" -v kept="$kept" -v bytes=$(((memory - empty) * 1024 / domains / 20)) \
            -v most=$(((most - empty) * 1024 / domains / 20)) \
            -v instructions="$(counts_of_loop "$place/all.1" | awk '{ printf "%d", $1 / 3000 }')" '{
                printf "  %7d %12.2f s %12.2f s %12d %12d %12d ns %12d\n", domains, stored, kept, bytes, most, $1,
                    instructions
            }'
    rm "$place"/all.*
    end_server
}

# measure_growth DOMAINS…
measure_growth() {
    local domains
    start_postgres "$place/pg"
    printf '  %7s %14s %14s %12s %12s %15s %12s\n' domains 'PostgreSQL' 'directory' 'bytes/route' 'at most' 'a request' \
        instructions
    for domains in "$@"; do grow "$domains"; done
}

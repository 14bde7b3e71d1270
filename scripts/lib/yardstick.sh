# What a redirect costs the gateway and nginx: the same domains, the same requests one by one over one connection, a loop
# each, once without an access log and once with one. Sourced by scripts/bench.

# write_fleets DOMAINS: the fleet for the gateway, by a hundred domains a tenant, and the map for nginx: each domain has
# ten routes.
write_fleets() {
    awk -v domains="$1" 'BEGIN {
        printf "{\"version\":1,\"tenants\":["
        for (first = 0; first < domains; first += 100) {
            printf "%s{\"name\":\"t%d\",\"web\":\"https://www.bench.example/\",\"domains\":[", (first ? "," : ""), first
            for (domain = first; domain < first + 100 && domain < domains; domain++)
                printf "%s{\"host\":\"d%d.bench.example\",\"attested\":true}", (domain > first ? "," : ""), domain
            printf "],\"routes\":["
            for (route = 0; route < 10; route++)
                printf "%s{\"name\":\"r%d\",\"pattern\":\"/section%d/page\",\"web\":\"https://www.t%d.example/p/%d\"}",
                    (route ? "," : ""), route, route, first, route
            printf "]}"
        }
        print "]}"
    }' >"$place/fleet.json5"
    awk -v domains="$1" 'BEGIN {
        for (domain = 0; domain < domains; domain++)
            for (route = 0; route < 10; route++)
                printf "\"d%d.bench.example/section%d/page\" \"https://www.t%d.example/p/%d\";\n", domain, route,
                    domain - domain % 100, route
    }' >"$place/map.conf"
}

# write_nginx_configuration PORT ACCESS-LOG
write_nginx_configuration() {
    cat >"$place/nginx.conf" <<END
daemon off;
master_process off;
pid $place/nginx.pid;
error_log $place/nginx.log;
events { worker_connections 1000; }
http {
    log_format record escape=json '{"time":"\$time_iso8601","peer":"\$remote_addr","method":"\$request_method",'
        '"host":"\$host","target":"\$uri","status":\$status,"bytes":\$bytes_sent,"seconds":\$request_time}';
    access_log $2;
    keepalive_requests 10000000;
    map_hash_max_size 4194304;
    map_hash_bucket_size 128;
    client_body_temp_path $place/nginx.1;
    proxy_temp_path $place/nginx.2;
    fastcgi_temp_path $place/nginx.3;
    uwsgi_temp_path $place/nginx.4;
    scgi_temp_path $place/nginx.5;
    map \$host\$uri \$destination { include $place/map.conf; }
    server {
        listen 127.0.0.1:$1;
        if (\$destination = "") { return 404; }
        return 302 \$destination\$is_args\$args;
    }
}
END
}

# Twelve requests: routes at the beginning and the end, with and without a query, of domains all over the fleet.
requests=()
choose_requests() {
    local number query
    local queries=('' '?utm_source=mail' '?ref=a&color=blue%20green' '?q=1')
    for number in $(seq 0 11); do
        query=${queries[number % 4]}
        requests+=("d$((number * ($1 - 1) / 11)).bench.example" "/section$((number * 7 % 10))/page$query")
    done
}

# start_nginx COMMAND…, start_gateway COMMAND…: starts one, maybe under a tool, and waits until it answers; sets
# `server`, its process, and `address`.
start_nginx() {
    "$@" nginx -c "$place/nginx.conf" >"$place/log" 2>&1 &
    server=$!
    address=127.0.0.1:$nginx_port
    await 'nginx' curl -so "$place/answer" "http://$address/"
}

start_gateway() {
    rm -f "$place/ready.json"
    "$@" "$programs/postern" serve --fleet "$place/fleet.json5" --workers 1 --listen 127.0.0.1:0 \
        --health-listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --drain-delay 0s ${logging:+--access-log} \
        --ready-file "$place/ready.json" >"$place/gateway" 2>&1 &
    server=$!
    await 'the gateway' test -e "$place/ready.json"
    address=$(sed -n 's/^listening kind=http address=//p' "$place/gateway" | head -n 1)
}

# await NAME COMMAND…: until the command succeeds, at most five minutes.
await() {
    local name=$1 _
    shift
    for _ in $(seq 3000); do
        "$@" 2>/dev/null && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    fail "$name does not start: $(tail -n 3 "$place/log" "$place/gateway" 2>/dev/null)"
}

end_server() {
    kill -TERM "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
}

ask_requests() { "$programs/Benchmarks" request "$address" "$1" "${requests[@]}" >"$place/asked"; }

# instructions_of WHICH: instructions of all threads in user space for a request.
instructions_of() {
    local count totals=()
    for count in 2400 14400; do
        # The seeds of hash tables are otherwise others every time.
        SWIFT_DETERMINISTIC_HASHING=1 "start_$1" valgrind --tool=callgrind --callgrind-out-file="$place/all.$count"
        ask_requests $count
        end_server
        totals+=("$(awk '/^totals:/ { print $2 }' "$place/all.$count")")
    done
    echo $(((totals[1] - totals[0]) / 12000))
}

# Ratios of processor time: rounds alternate, so that both see the same noise.
compare_times() {
    local count=24000 number which before ratio processes=() addresses=() times
    for which in nginx gateway; do
        "start_$which"
        processes+=("$server")
        gateways+=("$server")
        addresses+=("$address")
        server=
        address=${addresses[-1]} ask_requests 2400
    done
    for number in $(seq 11); do
        times=()
        for which in $((number % 2)) $((1 - number % 2)); do
            before=$(time_of "${processes[which]}")
            address=${addresses[which]} ask_requests $count
            times[which]=$((($(time_of "${processes[which]}") - before) / count))
        done
        ratio=$(awk "BEGIN { printf \"%.3f\", ${times[1]} / ${times[0]} }")
        echo "$ratio ${times[0]} ${times[1]}"
    done | sort -n | awk '
        { ratio[NR] = $1; nginx += $2; gateway += $3 }
        END {
            printf "  processor time  nginx %6d ns  gateway %6d ns  ratio %s (%s to %s)\n", nginx / NR, gateway / NR,
                ratio[6], ratio[2], ratio[10]
        }'
    printf '  memory          nginx %6d KiB gateway %6d KiB\n' \
        "$(awk '/^VmRSS/ { print $2 }' "/proc/${processes[0]}/status")" \
        "$(awk '/^VmRSS/ { print $2 }' "/proc/${processes[1]}/status")"
    for server in "${processes[@]}"; do end_server; done
}

# Whether requests are logged; empty for no.
logging=

compare_with_nginx() {
    local nginx gateway
    # nginx takes no port 0; this is below those that the system gives away.
    nginx_port=$((20000 + RANDOM % 10000))
    write_fleets "$1"
    choose_requests "$1"
    printf '%s domains of ten routes, twelve requests in turn, each with ten fields\n' "$1"
    for logging in '' yes; do
        if [ -z "$logging" ]; then
            write_nginx_configuration "$nginx_port" off
            echo 'without an access log'
        else
            write_nginx_configuration "$nginx_port" "$place/nginx.access record buffer=64k flush=1s"
            echo 'with an access log'
        fi
        nginx=$(instructions_of nginx)
        gateway=$(instructions_of gateway)
        awk -v nginx="$nginx" -v gateway="$gateway" 'BEGIN {
            printf "  instructions    nginx %6d     gateway %6d     ratio %.3f\n", nginx, gateway, gateway / nginx
        }'
        compare_times
    done
}

# The demo's second half: a prober that watches a domain, with everything it asks on this machine. Sourced by scripts/demo.
#
#   start_watch      makes the database `watched` with one tenant, a gateway, TLS in front of it, a stand-in for Apple's
#                    network, a webhook and a name server
#   tell_story       publishes, and shows how the drift comes, is told, and goes; its status is 0 when all was as it should be
#   stop_watch       stops it all
#
# All listen on an address of their own below 127, so that their ports are free. Perl is a part of every Debian.

watched_host=go.garden.example
watch=

# wait_for FILE PROCESS LOG: waits for a file that a process writes once it serves.
wait_for() {
    local _
    for _ in $(seq 600); do
        [ -s "$1" ] && return 0
        kill -0 "$2" 2>/dev/null || break
        sleep 0.1
    done
    cat "$3" >&2
    fail "$(basename "$3" .log) did not start"
}

# certificate NAME HOST: makes a key and a certificate in one file, by the authority of this run.
certificate() {
    openssl req -x509 -CA "$watch/ca.pem" -CAkey "$watch/ca.key" -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
        -days 90 -subj "/CN=$2" -addext "subjectAltName=DNS:$2" -addext 'basicConstraints=critical,CA:FALSE' \
        -keyout "$watch/$1.key" -out "$watch/$1.crt" 2>/dev/null
    cat "$watch/$1.crt" "$watch/$1.key" >"$watch/$1.pem"
}

# start_haproxy NAME: starts HAProxy with the configuration on standard input, and waits until it listens.
start_haproxy() {
    local program
    program=$(command -v haproxy) || program=/usr/sbin/haproxy
    {
        printf 'global\n    stats socket %s/%s.sock mode 600\n    log stdout len 16384 format raw local0\n' "$watch" "$1"
        printf 'defaults\n    mode http\n    timeout connect 5s\n    timeout client 60s\n    timeout server 60s\n'
        cat
    } >"$watch/$1.cfg"
    "$program" -db -f "$watch/$1.cfg" >"$watch/$1.log" 2>"$watch/$1.err" &
    local process=$! _
    echo $process >"$watch/$1.pid"
    for _ in $(seq 300); do
        [ -S "$watch/$1.sock" ] && break
        kill -0 $process 2>/dev/null || { cat "$watch/$1.err" >&2; fail "HAProxy did not start"; }
        sleep 0.1
    done
}

# What stands for Apple's network keeps a file for six hours, as Apple's does.
start_cdn() {
    rm -f "$watch/cdn.sock"
    start_haproxy cdn <<CONFIG
cache copies
    total-max-size 1
    max-age 21600
frontend cdn
    bind $loopback:8444 ssl crt $watch/cdn.pem
    http-request set-header Host %[path,field(4,/)]
    http-request set-path /.well-known/apple-app-site-association
    default_backend asked
backend asked
    http-request cache-use copies
    http-response set-header Cache-Control max-age=21600,public
    http-response cache-store copies
    server gateway $watched_gateway
CONFIG
}

start_watch() {
    watch=$place/watch
    mkdir "$watch"
    loopback=127.$((RANDOM % 250 + 2)).$((RANDOM % 250 + 2)).$((RANDOM % 250 + 2))
    as_postgres "$(postgres_programs)/createdb" --host "$place/pg" --username postern watched
    watched_database="postgresql:///watched?host=$place/pg&user=postern"
    local run="env POSTERN_DATABASE_URL=$watched_database postern"
    {
        $run migrate && $run tenant add garden --web https://www.garden.example/ &&
            $run app add --tenant garden --ios 8XKQ2M7RVT.example.garden &&
            $run route add plant '/plants/{id}' --tenant garden --web 'https://www.garden.example/plants/{id}' &&
            $run domain add "$watched_host" --tenant garden --attested
    } >"$watch/setup.log" 2>&1 || { cat "$watch/setup.log" >&2; return 1; }

    POSTERN_DATABASE_URL=$watched_database postern serve --listen 127.0.0.1:0 --health-listen 127.0.0.1:0 \
        --admin-listen 127.0.0.1:0 --drain-delay 0s --ready-file "$watch/ready.json" >"$watch/gateway.log" 2>&1 &
    echo $! >"$watch/gateway.pid"
    wait_for "$watch/ready.json" $! "$watch/gateway.log"
    watched_gateway=$(sed -n 's/.*listening kind=http address=\([^ ]*\).*/\1/p' "$watch/gateway.log" | head -n 1)

    perl scripts/lib/names.pl "$loopback" "$watch/names" >"$watch/names.log" 2>&1 &
    echo $! >"$watch/names.pid"
    wait_for "$watch/names" $! "$watch/names.log"

    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj '/CN=Postern demo' \
        -keyout "$watch/ca.key" -out "$watch/ca.pem" 2>/dev/null
    certificate site "$watched_host"
    certificate cdn cdn.apple.example
    # The webhook's log is what was posted to it.
    start_haproxy site <<CONFIG
frontend site
    bind $loopback:8443 ssl crt $watch/site.pem
    default_backend gateway
backend gateway
    server gateway $watched_gateway
frontend webhook
    bind $loopback:8080
    log global
    log-format %[var(txn.body)]
    http-request wait-for-body time 10s
    http-request set-var(txn.body) req.body
    http-request return status 204
CONFIG
    start_cdn

    # A prober with all that keeps it on this machine. An old copy is an alert at once, not after 26 hours.
    cat >"$watch/probe" <<SCRIPT
#!/bin/sh
POSTERN_WEBHOOK_SECRET=$(openssl rand -hex 32) exec postern probe --once --log-level error --stale-grace 0s \\
    --dns-server $(cat "$watch/names") --ca $watch/ca.pem --allow-address $loopback/32 --origin-port 8443 \\
    --apple-cdn https://cdn.apple.example:8444/a/v1 --google-dal https://cdn.apple.example:8444/none \\
    --webhook http://$loopback:8080/alerts --webhook-allow $loopback/32 "\$@"
SCRIPT
    chmod 755 "$watch/probe"
}

stop_watch() {
    local file process
    for file in "$watch"/*.pid; do
        [ -f "$file" ] || continue
        process=$(cat "$file")
        kill -TERM "$process" 2>/dev/null || continue
        # One that was started anew is no child of this shell, which cannot wait for it.
        wait "$process" 2>/dev/null || true
    done
}

# Forgets what stands for Apple's network has kept.
ask_again() {
    local process _
    process=$(cat "$watch/cdn.pid")
    kill -TERM "$process"
    for _ in $(seq 50); do
        kill -0 "$process" 2>/dev/null || break
        sleep 0.1
    done
    start_cdn
}

# Shows the next message to the webhook, but for the details of its alerts.
told() {
    local heard _
    heard=$(cat "$watch/heard" 2>/dev/null || echo 0)
    for _ in $(seq 300); do
        [ "$(wc -l <"$watch/site.log")" -gt "$heard" ] && break
        sleep 0.1
    done
    echo $((heard + 1)) >"$watch/heard"
    sed -n "$((heard + 1))p" "$watch/site.log" | sed 's/,"alerts".*//; s/^{//; s/,"/\n"/g'
}

# Probes every domain once.
probe() { "$watch/probe"; }

# act TITLE COMMAND TEXT…: shows a command and what it says, which has to hold each text.
act() {
    local title=$1 command=$2 answer text
    shift 2
    printf '\n# %s\n  %s\n' "$title" "$command"
    answer=$(POSTERN_DATABASE_URL=$watched_database eval "$command" 2>&1) || true
    [ -z "$answer" ] || cut -c 1-200 <<<"$answer" | sed 's/^/  │ /'
    acts=$((acts + 1))
    for text in "$@"; do
        grep -qF -- "$text" <<<"$answer" && continue
        printf '  WRONG: it should say %s\n' "$text"
        wrong_acts=$((wrong_acts + 1))
        break
    done
}

tell_story() {
    acts=0 wrong_acts=0
    printf '\n## A domain under watch\n'
    act 'A prober sees the domain itself and the copy that Apple hands to phones: all is well' \
        "probe && postern drift $watched_host --all" 'origin  aasa  in_sync' 'apple-cdn  aasa  in_sync'
    act 'The tenant publishes: more links open the app from now on' \
        "postern route add seed '/seeds/{id}' --tenant garden --web 'https://www.garden.example/seeds/{id}' --wait" \
        'route seed added'
    act 'The gateway has the new file, Apple still has the old one' 'probe; postern drift' 'apple-cdn' 'stale'
    act 'Which revision that is, how old, which links it breaks, and when it heals by itself' \
        "postern drift $watched_host" 'it is revision 1 of 2' 'age ' '/seeds/' \
        'does not open 8XKQ2M7RVT.example.garden' 'heals '
    act 'It is still there after its grace, which is 26 hours, but none in this demo: the webhook is told' \
        'probe; told' '"event":"raised"' '"cause":"apple-cdn/stale"' 'is stale, it is revision 1 of 2'
    act 'Apple asks again, sooner than it has to, and all is well' 'ask_again; probe && postern drift' 'no drifts'
    act 'The webhook is told that it is over' 'told' '"event":"cleared"' 'is in sync again; it was stale'
    act 'What happened' "postern drift history $watched_host" 'revision 2 published' 'stale: it is revision 1 of 2' \
        'apple-cdn has aasa revision 2'
    printf '\n%d of %d as it should be\n' $((acts - wrong_acts)) $acts
    [ $wrong_acts = 0 ]
}

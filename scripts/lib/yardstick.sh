# The gateway and its yardsticks, nginx and HAProxy, with the same fleet: one loop each, and the same requests. Sourced by
# scripts/bench; what is measured is in loads.sh.

# write_fleets DOMAINS: the fleet for the gateway, and the maps for the others. Each domain has ten routes without a
# capture, a hundred domains a tenant. A tenth as many have fifty patterns each, for which the others get as many entries,
# with the one value that is asked for. One domain has an app and a link.
write_fleets() {
    awk -v domains="$1" 'BEGIN {
        web = "\"web\":\"https://www.bench.example/\""
        printf "{\"version\":1,\"tenants\":["
        for (first = 0; first < domains; first += 100) {
            printf "{\"name\":\"t%d\",%s,\"domains\":[", first, web
            for (domain = first; domain < first + 100 && domain < domains; domain++)
                printf "%s{\"host\":\"d%d.bench.example\",\"attested\":true}", (domain > first ? "," : ""), domain
            printf "],\"routes\":["
            for (route = 0; route < 10; route++)
                printf "%s{\"name\":\"r%d\",\"pattern\":\"/section%d/page\",\"web\":\"https://www.t%d.example/p/%d\"}",
                    (route ? "," : ""), route, route, first, route
            printf "]},"
        }
        for (domain = 0; domain < domains / 10; domain++) {
            printf "{\"name\":\"p%d\",%s,\"domains\":[{\"host\":\"p%d.bench.example\",\"attested\":true}],", domain, web, domain
            printf "\"routes\":["
            for (route = 0; route < 50; route++)
                printf "%s{\"name\":\"r%d\",\"pattern\":\"/catalog%d/{id}/view\",\"web\":\"https://www.p%d.example/v/%d/{id}\"}",
                    (route ? "," : ""), route, route, domain, route
            printf "]},"
        }
        printf "{\"name\":\"app\",%s,\"domains\":[{\"host\":\"app.bench.example\",\"attested\":true}],", web
        printf "\"apps\":[{\"name\":\"ios\",\"platform\":\"ios\",\"appID\":\"9GKX4T2WQD.example.bench.app\"}],"
        printf "\"routes\":[{\"name\":\"product\",\"pattern\":\"/products/{id}\",\"web\":\"https://www.app.example/p/{id}\"},"
        printf "{\"name\":\"campaign\",\"pattern\":\"/c/{slug}\",\"opens\":\"none\",\"links\":true}],"
        print "\"links\":[{\"url\":\"https://app.bench.example/c/summer\",\"to\":\"https://www.app.example/sale\"}]}]}"
    }' >"$place/fleet.json5"
    awk -v domains="$1" 'BEGIN {
        for (domain = 0; domain < domains; domain++)
            for (route = 0; route < 10; route++)
                printf "d%d.bench.example/section%d/page https://www.t%d.example/p/%d\n", domain, route,
                    domain - domain % 100, route
        for (domain = 0; domain < domains / 10; domain++)
            for (route = 0; route < 50; route++)
                printf "p%d.bench.example/catalog%d/1042/view https://www.p%d.example/v/%d/1042\n", domain, route,
                    domain, route
        print "app.bench.example/c/summer https://www.app.example/sale"
    }' >"$place/haproxy.map"
    awk '{ printf "\"%s\" \"%s\";\n", $1, $2 }' "$place/haproxy.map" >"$place/map.conf"
    # About as long as the gateway's own.
    printf '{"applinks":{"details":[{"appIDs":["9GKX4T2WQD.example.bench.app"],"components":[{"/":"/products/?*"}]}]}}' \
        >"$place/aasa"
}

# Ports of those that take no port 0; below those that the system gives away.
choose_ports() {
    nginx_port=$((20000 + RANDOM % 10000))
    haproxy_port=$((nginx_port + 1))
}

# Whether requests are logged; empty for no.
logging=

write_configurations() {
    local log=off aasa=/.well-known/apple-app-site-association
    [ -z "$logging" ] || log="$place/nginx.access record buffer=64k flush=1s"
    cat >"$place/nginx.conf" <<END
daemon off;
master_process off;
pid $place/nginx.pid;
error_log $place/nginx.log;
events { worker_connections 1000; }
http {
    log_format record escape=json '{"time":"\$time_iso8601","peer":"\$remote_addr","method":"\$request_method",'
        '"host":"\$host","target":"\$uri","status":\$status,"bytes":\$bytes_sent,"seconds":\$request_time}';
    access_log $log;
    keepalive_requests 10000000;
    map_hash_max_size 8388608;
    map_hash_bucket_size 128;
    client_body_temp_path $place/nginx.1;
    proxy_temp_path $place/nginx.2;
    fastcgi_temp_path $place/nginx.3;
    uwsgi_temp_path $place/nginx.4;
    scgi_temp_path $place/nginx.5;
    map \$host\$uri \$destination { include $place/map.conf; }
    server {
        listen 127.0.0.1:$nginx_port;
        location = $aasa {
            default_type application/json;
            alias $place/aasa;
        }
        location / {
            if (\$destination = "") { return 404; }
            return 302 \$destination\$is_args\$args;
        }
    }
}
END
    cat >"$place/haproxy.cfg" <<END
global
    nbthread 1
    maxconn 1000
defaults
    mode http
    timeout client 60s
frontend links
    bind 127.0.0.1:$haproxy_port
    http-request return status 200 content-type application/json file $place/aasa if { path $aasa }
    http-request set-var(txn.to) base,map($place/haproxy.map)
    http-request return status 404 unless { var(txn.to) -m found }
    http-request redirect code 302 location %[var(txn.to)]?%[query] if { query -m found }
    http-request redirect code 302 location %[var(txn.to)]
END
}

# What is asked for: pairs of host and target, and the status that all get.
requests=()
status=

# choose LOAD DOMAINS: twelve requests, with and without a query, of domains all over the fleet.
choose() {
    local number query patterns=$((($2 + 9) / 10))
    local queries=('' '?utm_source=mail' '?ref=a&color=blue%20green' '?q=1')
    requests=() status=302
    for number in $(seq 0 11); do
        query=${queries[number % 4]}
        case $1 in
        route) requests+=("d$((number * ($2 - 1) / 11)).bench.example" "/section$((number * 7 % 10))/page$query") ;;
        pattern)
            requests+=("p$((number * (patterns - 1) / 11)).bench.example" "/catalog$((number * 9 % 50))/1042/view$query")
            ;;
        unknown) status=404 requests+=("n$number.nobody.example" "/section$number/page$query") ;;
        link) requests+=(app.bench.example "/c/summer$query") ;;
        aasa) status=200 requests+=(app.bench.example /.well-known/apple-app-site-association) ;;
        unchanged) status=304 requests+=(app.bench.example /.well-known/apple-app-site-association) ;;
        esac
    done
}

# start_nginx COMMAND…, start_haproxy COMMAND…, start_gateway COMMAND…: starts one, maybe under a tool, and waits until it
# answers; sets `server`, its process, and `address`.
start_nginx() {
    "$@" nginx -c "$place/nginx.conf" >"$place/log" 2>&1 &
    server=$!
    address=127.0.0.1:$nginx_port
    await 'nginx' curl -so "$place/answer" "http://$address/"
}

start_haproxy() {
    "$@" haproxy -db -f "$place/haproxy.cfg" >"$place/log" 2>&1 &
    server=$!
    address=127.0.0.1:$haproxy_port
    await 'HAProxy' curl -so "$place/answer" "http://$address/"
}

start_gateway() {
    rm -f "$place/ready.json"
    "$@" "$programs/postern" serve --fleet "$place/fleet.json5" --workers 1 --listen 127.0.0.1:0 \
        --health-listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --drain-delay 0s ${logging:+--access-log} \
        --ready-file "$place/ready.json" >"$place/gateway" 2>"$place/log" &
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
    fail "$name does not start: $(tail -n 3 "$place/log")"
}

end_server() {
    kill -TERM "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
}

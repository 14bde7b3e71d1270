# What is measured of the gateway beside its yardsticks. Sourced by scripts/bench, after yardstick.sh.

# ask_requests COUNT
ask_requests() {
    local field=
    # Each server has an entity tag of its own.
    if [ "$status" = 304 ]; then
        field="If-None-Match: $(curl -sI -H "Host: ${requests[0]}" "http://$address${requests[1]}" |
            sed -n 's/^[Ee][Tt]ag: *//p' | tr -d '\r')"
    fi
    "$programs/Benchmarks" ask "$address" "$1" "$status" "$field" "${requests[@]}" >"$place/asked" ||
        fail "$(cat "$place/asked")"
}

# measure_loads WHICH DOMAINS LOAD…: prints for each load the instructions of all threads in user space, the system calls
# and the bytes of the answer for a request. One start does for all loads: instructions are counted only from here on, and
# a fleet is read many times as fast without.
measure_loads() {
    local which=$1 domains=$2 count=3000 load traced instructions
    shift 2
    # The seeds of hash tables are otherwise others every time.
    SWIFT_DETERMINISTIC_HASHING=1 "start_$which" valgrind --tool=callgrind --instr-atstart=no \
        --callgrind-out-file="$place/all"
    control_callgrind -i on
    for load in "$@"; do
        # HAProxy compares no entity tags.
        if [ "$load:$which" = unchanged:haproxy ]; then continue; fi
        choose "$load" "$domains"
        ask_requests 600
        control_callgrind -z
        ask_requests $count
        control_callgrind -d
        instructions=$(awk -v count=$count '/^totals:/ { printf "%d", $2 / count }' "$place"/all.*)
        rm "$place"/all.*
        echo "$load $which instructions $instructions"
    done
    end_server
    "start_$which"
    for load in "$@"; do
        if [ "$load:$which" = unchanged:haproxy ]; then continue; fi
        choose "$load" "$domains"
        strace -f -c -o "$place/calls" -p "$server" 2>"$place/strace" &
        traced=$!
        for _ in $(seq 100); do
            grep -q attached "$place/strace" && break
            sleep 0.1
        done
        ask_requests $count
        kill -INT $traced
        wait $traced || true
        # A call that ended in an error has one column more.
        awk -v load="$load" -v which="$which" -v count=$count '
            $1 ~ /^[0-9.]+$/ && $NF != "total" { calls += $4 }
            END { printf "%s %s calls %.2f\n", load, which, calls / count }' "$place/calls"
        awk -v load="$load" -v which="$which" '{ print load, which, "bytes", $(NF - 2) }' "$place/asked"
    done
    end_server
}

control_callgrind() { callgrind_control "$@" "$server" >"$place/control" 2>&1 || fail "$(cat "$place/control")"; }

# show_loads: the table of what `measure_loads` printed.
show_loads() {
    awk '
        !($1 in order) { order[$1] = ++count; name[count] = $1 }
        { value[$1, $2, $3] = $4 }
        function of(load, which, what) { return (load, which, what) in value ? value[load, which, what] : "-" }
        function ratio(load, which) {
            if (of(load, which, "instructions") == "-") return "-"
            return sprintf("%.3f", of(load, "gateway", "instructions") / of(load, which, "instructions"))
        }
        END {
            printf "  %-10s %28s %15s %24s %21s\n", "", "instructions", "ratios", "system calls", "bytes"
            printf "  %-10s %8s %9s %9s %7s %7s %8s %7s %7s %7s %6s %6s\n", "", "nginx", "HAProxy", "gateway", "nginx",
                "HAProxy", "nginx", "HAProxy", "gateway", "nginx", "HAProxy", "gateway"
            for (i = 1; i <= count; i++) {
                load = name[i]
                printf "  %-10s %8s %9s %9s %7s %7s %8s %7s %7s %7s %6s %6s\n", load, of(load, "nginx", "instructions"),
                    of(load, "haproxy", "instructions"), of(load, "gateway", "instructions"), ratio(load, "nginx"),
                    ratio(load, "haproxy"), of(load, "nginx", "calls"), of(load, "haproxy", "calls"),
                    of(load, "gateway", "calls"), of(load, "nginx", "bytes"), of(load, "haproxy", "bytes"),
                    of(load, "gateway", "bytes")
            }
        }'
}

# start_servers WHICH…: sets `processes` and `addresses`.
start_servers() {
    local which
    processes=() addresses=()
    for which in "$@"; do
        "start_$which"
        processes+=("$server")
        gateways+=("$server")
        addresses+=("$address")
        server=
    done
}

end_servers() {
    for server in "${processes[@]}"; do end_server; done
    gateways=()
}

# Prints the clock ticks of user time that a process has had.
user_ticks_of() { sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f12; }

# Sorts what awk has in an array, and finds its median.
sorting='
    function sorted(values, count,    i, j, value) {
        for (i = 2; i <= count; i++)
            for (j = i; j > 1 && values[j] < values[j - 1]; j--) {
                value = values[j]; values[j] = values[j - 1]; values[j - 1] = value
            }
    }
    function median(values, count) { sorted(values, count); return values[int((count + 1) / 2)] }
    function spread(values, count) {
        sorted(values, count)
        return sprintf("%.3f (%.3f to %.3f)", values[int((count + 1) / 2)], values[2], values[count - 1])
    }'

# Ratios of processor time: rounds alternate, so that all see the same noise. Shown are the medians of eleven rounds, and
# between which the middle nine lie; user time comes in ticks, so that only its sum is shown.
compare_times() {
    local count=24000 number which before ticks times users=(0 0 0) processes addresses
    start_servers nginx haproxy gateway
    for address in "${addresses[@]}"; do ask_requests 2400; done
    for number in $(seq 11); do
        times=()
        for which in $((number % 3)) $(((number + 1) % 3)) $(((number + 2) % 3)); do
            before=$(time_of "${processes[which]}")
            ticks=$(user_ticks_of "${processes[which]}")
            address=${addresses[which]} ask_requests $count
            times[which]=$((($(time_of "${processes[which]}") - before) / count))
            users[which]=$((users[which] + $(user_ticks_of "${processes[which]}") - ticks))
        done
        echo "${times[@]}"
    done >"$place/times"
    awk "$sorting"'
        { nginx[NR] = $1; haproxy[NR] = $2; gateway[NR] = $3; one[NR] = $3 / $1; other[NR] = $3 / $2 }
        END {
            printf "  processor   nginx %6d ns  HAProxy %6d ns  gateway %6d ns  ratios %s %s\n", median(nginx, NR),
                median(haproxy, NR), median(gateway, NR), spread(one, NR), spread(other, NR)
        }' "$place/times"
    awk -v nginx="${users[0]}" -v haproxy="${users[1]}" -v gateway="${users[2]}" 'BEGIN {
        printf "  user time   ratios %.3f %.3f\n", gateway / (nginx ? nginx : 1), gateway / (haproxy ? haproxy : 1)
    }'
    for which in "${processes[@]}"; do awk '/^VmRSS/ { print $2 }' "/proc/$which/status"; done | paste -s |
        awk '{ printf "  memory      nginx %6d KiB HAProxy %6d KiB gateway %6d KiB\n", $1, $2, $3 }'
    end_servers
}

# write_script NAME PIPELINED FIELD: the twelve requests for wrk, so many at once, with one more field or none.
write_script() {
    local number
    {
        printf 'local requests, last = {}, 0\n'
        for ((number = 0; number < ${#requests[@]}; number += 2)); do
            printf 'table.insert(requests, "GET %s HTTP/1.1\\r\\nHost: %s\\r\\n%s"\n' "${requests[number + 1]}" \
                "${requests[number]}" "${3:+$3\\r\\n}"
            printf '.. "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15\\r\\n"\n'
            printf '.. "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\\r\\n"\n'
            printf '.. "Accept-Language: en-GB,en;q=0.9\\r\\nAccept-Encoding: gzip, deflate, br\\r\\n\\r\\n")\n'
        done
        printf 'local function one()\n last = last %% #requests + 1\n return requests[last]\nend\n'
        printf 'function request()\n local text = one()\n for _ = 2, %d do text = text .. one() end\n' "$2"
        printf ' return text\nend\n'
    } >"$place/$1.lua"
}

# compare_saturation NAME SCRIPT: five rounds of two seconds each in turn; sets `rate` to half of what the slower takes.
compare_saturation() {
    local number which before processes addresses
    start_servers nginx gateway
    for number in $(seq 5); do
        for which in $((number % 2)) $((1 - number % 2)); do
            before=$(time_of "${processes[which]}")
            wrk -t1 -c16 -d2s -s "$place/$2.lua" "http://${addresses[which]}/" >"$place/wrk" 2>&1 ||
                fail "wrk: $(cat "$place/wrk")"
            awk -v which="$which" -v time=$(($(time_of "${processes[which]}") - before)) '
                / requests in / { requests = $1 }
                /^Requests\/sec/ { print which, $2, time / requests }' "$place/wrk"
        done
    done >"$place/rounds"
    awk -v name="$1" "$sorting"'
        { count[$1]++; if ($1) { gateway[count[1]] = $2; gatewayTime[count[1]] = $3 }
          else { nginx[count[0]] = $2; nginxTime[count[0]] = $3 } }
        END {
            a = median(nginx, 5); b = median(gateway, 5)
            c = median(nginxTime, 5); d = median(gatewayTime, 5)
            printf "  %-11s nginx %6d/s %6d ns  gateway %6d/s %6d ns  ratios %.3f %.3f\n", name, a, c, b, d, b / a, d / c
        }' "$place/rounds"
    rate=$(awk '{ sum[$1] += $2 } END { printf "%d", (sum[0] < sum[1] ? sum[0] : sum[1]) / 10 }' "$place/rounds")
    end_servers
}

# compare_latency RATE: percentiles at a fixed rate, of three rounds of four seconds each in turn.
compare_latency() {
    local number which
    for number in 1 2 3; do
        for which in nginx gateway; do
            "start_$which"
            timeout 60 h2load --h1 -c 8 --rps $(($1 / 8)) -D 4 -H "Host: ${requests[0]}" --log-file="$place/h2load" \
                "http://$address${requests[1]}" >"$place/log" 2>&1 || fail "h2load: $(cat "$place/log")"
            cut -f3 "$place/h2load" >>"$place/latency.$which"
            rm "$place/h2load"
            end_server
        done
    done
    printf '  at %d requests a second\n' "$1"
    for which in nginx gateway; do
        sort -n "$place/latency.$which" | awk -v which=$which '
            { value[NR] = $1 }
            END {
                printf "  %-11s median %d us, 99 %% %d us, 99.9 %% %d us\n", which, value[int(NR / 2)],
                    value[int(NR * 0.99)], value[int(NR * 0.999)]
            }'
    done
}

# compare_loads DOMAINS LOAD…
compare_loads() {
    local which
    for which in nginx haproxy gateway; do measure_loads $which "$@"; done | show_loads
}

# compare_servers DOMAINS
compare_servers() {
    local rate
    choose_ports
    write_fleets "$1"
    write_configurations
    printf '%s, %d processors, Linux %s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" \
        "$(uname -r)"
    printf '%s domains of ten routes and a tenth as many of fifty patterns; twelve requests in turn, ten fields each\n' "$1"
    echo 'for a request, in user space'
    compare_loads "$1" route pattern unknown link aasa unchanged
    choose route "$1"
    echo 'routes, without an access log'
    compare_times
    logging=yes
    write_configurations
    echo 'routes, with an access log (HAProxy without)'
    compare_loads "$1" route
    choose route "$1"
    compare_times
    logging=
    write_configurations
    echo 'routes at saturation: requests a second and processor time for each'
    write_script plain 1 ''
    write_script pipelined 16 ''
    write_script closing 1 'Connection: close'
    compare_saturation connections closing
    compare_saturation pipelined pipelined
    compare_saturation kept plain
    compare_latency "$rate"
    echo 'TLS 1.3 and HTTP/2: processor time of an operation'
    compare_tls
}

# reset_frames HOST: what a client of HTTP/2 says who takes each of 200 requests back at once: RFC 9113 sections 3.4 to 6.5.
reset_frames() {
    local stream head text
    # The static table has GET, https and / (RFC 7541 appendix A); the host is a literal.
    head="\\x82\\x87\\x84\\x41$(printf '\\x%02x' ${#1})$1"
    text='PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00'
    for stream in $(seq 1 2 399); do
        stream=$(printf '\\x00\\x00\\x%02x\\x%02x' $((stream / 256)) $((stream % 256)))
        text+="\\x00\\x00$(printf '\\x%02x' $((5 + ${#1})))\\x01\\x05$stream$head"
        text+="\\x00\\x00\\x04\\x03\\x00$stream\\x00\\x00\\x00\\x08"
    done
    printf "$text"
}

# flood_of KIND HOST: until it is ended.
flood_of() {
    trap 'kill $(jobs -p) 2>/dev/null; exit 0' TERM
    case $1 in
    handshakes)
        # 200 connections a second, each with a full handshake and one request.
        while :; do
            h2load --h1 -r 200 -c 1000 -n 1000 --connect-to="$address" "https://$2/products/1" &
            wait $!
        done
        ;;
    resets)
        while :; do
            for _ in 1 2 3 4 5 6 7 8; do
                openssl s_client -connect "$address" -servername "$2" -alpn h2 -quiet <"$place/resets" &
            done
            wait
        done
        ;;
    esac >"$place/flood" 2>&1
}

# known_percentile HOST: the 99th percentile, in microseconds, of a known link at 400 requests a second over four connections.
known_percentile() {
    rm -f "$place/h2load"
    h2load --h1 -c 4 --rps 100 -D 4 --connect-to="$address" --log-file="$place/h2load" "https://$1/products/1" \
        >"$place/log" 2>&1 || fail "h2load: $(cat "$place/log")"
    cut -f3 "$place/h2load" | sort -n | awk '{ value[NR] = $1 } END { print value[int(NR * 0.99)] }'
}

# counted NAME: the sum of a metric's series.
counted() {
    curl -s "http://$(sed -n 's/^listening kind=admin address=//p' "$place/gateway")/metrics" |
        awk -v name="$1" 'index($1, name) == 1 { sum += $2 } END { print sum + 0 }'
}

# Known links beside floods: the gateway has one processor and everybody else another, where there are two. By turns without
# and with a flood, five times; shown are the medians.
compare_attacks() {
    local host=www.yourdomain.example tls=$place/certificates kind address flood before number
    start_secure "$host"
    reset_frames "$host" >"$place/resets"
    if [ "$(nproc)" -gt 1 ]; then
        taskset -acp 0 "${gateways[0]}" >"$place/log"
        taskset -cp 1 $$ >"$place/log"
    fi
    known_percentile "$host" >"$place/percentiles"
    for kind in handshakes resets; do
        before="$(counted postern_tls_handshakes_total) $(counted 'postern_http2_failures_total{reason="flood"}')"
        for number in 1 2 3 4 5; do
            known_percentile "$host"
            flood_of $kind "$host" &
            flood=$!
            sleep 0.5
            known_percentile "$host"
            kill -TERM $flood
            wait $flood || true
        done | paste - - >"$place/percentiles"
        awk -v kind=$kind -v before="$before" -v memory="$(sed -n 's/^VmHWM:[^0-9]*//p' "/proc/${gateways[0]}/status")" \
            -v after="$(counted postern_tls_handshakes_total) $(counted 'postern_http2_failures_total{reason="flood"}')" "$sorting"'
            { quiet[NR] = $1; flooded[NR] = $2; ratio[NR] = $2 / $1 }
            END {
                split(before, a, " "); split(after, b, " ")
                printf "%-11s 99 %% quiet %d us, beside the flood %d us, ratio %.2f; %d handshakes, %d connections ended as" \
                    " floods; at most %s of memory\n", kind, median(quiet, NR), median(flooded, NR), median(ratio, NR),
                    b[1] - a[1], b[2] - a[2], memory
            }' "$place/percentiles"
    done
}

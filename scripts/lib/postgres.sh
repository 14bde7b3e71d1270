# A private PostgreSQL: its own directory, a Unix socket only, no password. Sourced by the scripts.
#
#   start_postgres DIRECTORY   makes a cluster and a database below it, sets POSTERN_DATABASE_URL
#   stop_postgres DIRECTORY    stops it; the directory is the caller's to remove

# Prints the directory of the newest server's programs.
postgres_programs() {
    local initdb
    initdb=$(find /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
    [ -n "$initdb" ] || initdb=$(command -v initdb) || fail 'PostgreSQL has no initdb here'
    dirname "$initdb"
}

# Runs a program as a user that PostgreSQL accepts: it refuses to run as root.
as_postgres() (
    cd /
    if [ "$(id -u)" = 0 ]; then
        runuser -u "$(postgres_user)" -- "$@"
    else
        "$@"
    fi
)

postgres_user() {
    if [ "$(id -u)" != 0 ]; then id -un; elif id -u postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi
}

start_postgres() {
    local directory=$1 programs log
    programs=$(postgres_programs)
    [ "$("$programs/postgres" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')" -ge 15 ] ||
        fail "PostgreSQL 15 or later is needed; $programs is older"
    mkdir -p "$directory"
    chown "$(postgres_user)" "$directory"
    chmod 700 "$directory"
    log=$directory/start.log
    {
        as_postgres "$programs/initdb" --pgdata "$directory/data" --username postern --auth trust \
            --encoding UTF8 --locale C.UTF-8 --no-sync --no-instructions &&
            as_postgres "$programs/pg_ctl" --pgdata "$directory/data" --wait --timeout 60 --log "$directory/server.log" \
                --options "-c listen_addresses= -c unix_socket_directories=$directory -c fsync=off" start &&
            as_postgres "$programs/createdb" --host "$directory" --username postern postern
    } >"$log" 2>&1 || {
        cat "$log" "$directory/server.log" >&2 2>/dev/null
        fail 'PostgreSQL did not start'
    }
    export POSTERN_DATABASE_URL="postgresql:///postern?host=$directory&user=postern"
}

stop_postgres() {
    [ -f "$1/data/postmaster.pid" ] || return 0
    as_postgres "$(postgres_programs)/pg_ctl" --pgdata "$1/data" --mode fast --wait stop >/dev/null 2>&1
}

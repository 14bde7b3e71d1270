#!/bin/sh
# Has uacme get a certificate for every name that is due, and stores it for all gateways; to be run once a day.
#
#   UACME_DIR             where uacme keeps its account and what it gets (/var/lib/postern/uacme)
#   UACME_HOOK            answers challenges (uacme-hook.sh beside this file)
#   UACME_OPTIONS         more options, such as -a URL for another authority
#   POSTERN_SEALING       the file that private keys are sealed with (/etc/postern/sealing)
#   POSTERN_DATABASE_URL  the database
#
# A wildcard is proved by DNS alone and left to you. One name that fails does not keep the others from being renewed.
set -u
directory=${UACME_DIR:-/var/lib/postern/uacme}
hook=${UACME_HOOK:-$(dirname "$(readlink -f "$0")")/uacme-hook.sh}
sealing=${POSTERN_SEALING:-/etc/postern/sealing}
# shellcheck disable=SC2086 # Options are words.
run() { uacme ${UACME_OPTIONS:-} -c "$directory" -y "$@"; }

mkdir -p "$directory"
[ -f "$directory/private/key.pem" ] || run new || exit 1
due=$(postern certificate due)
[ $? -le 1 ] || exit 1
failed=0
for name in $due; do
    case $name in
    \**)
        echo "$name is due and can be proved by DNS alone" >&2
        continue
        ;;
    esac
    # uacme says 1 where it holds one that does not end soon, which may not have been stored.
    run -h "$hook" issue "$name"
    if [ $? -le 1 ] && [ -f "$directory/$name/cert.pem" ]; then
        postern certificate add "$directory/$name/cert.pem" "$directory/private/$name/key.pem" \
            --certificate-key "$sealing" || failed=1
    else
        failed=1
    fi
done
exit $failed

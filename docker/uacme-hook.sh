#!/bin/sh
# Answers ACME challenges by all gateways: a hook for uacme, which calls it as HOOK METHOD TYPE NAME TOKEN ANSWER.
#
# POSTERN_DATABASE_URL names the database. A challenge by DNS or ALPN is not ours: uacme then offers the next one.
case "$1 $2" in
'begin http-01') exec postern certificate challenge add "$3" "$4" "$5" --wait ;;
'done http-01' | 'failed http-01') exec postern certificate challenge remove "$3" "$4" ;;
*) exit 1 ;;
esac

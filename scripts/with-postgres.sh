#!/usr/bin/env bash
# with-postgres.sh COMMAND … — runs the command with TEST_DATABASE_URL naming a PostgreSQL server of its own: in memory, without fsync, on a free
# loopback port, gone when the command ends. Needs the programs of Debian's package `postgresql`; where they are missing the command runs with
# CI_POSTGRES_URL instead, if that names a server.
set -euo pipefail

programs=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -1)")
if [ ! -x "$programs/initdb" ]; then
  if [ -n "${CI_POSTGRES_URL:-}" ]; then TEST_DATABASE_URL=$CI_POSTGRES_URL exec "$@"; fi
  echo 'with-postgres.sh: no PostgreSQL server is installed (apt-get install postgresql), and CI_POSTGRES_URL names none' >&2
  exit 1
fi

place=${TMPDIR:-/tmp}
if [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -1)" -gt 2000000 ]; then place=/dev/shm; fi
home=$(mktemp -d "$place/marquee-postgres-XXXXXX")
# PostgreSQL refuses to run as root
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$home"
  as=(runuser -u postgres --)
fi
server() { (cd "$home" && LC_ALL=C.UTF-8 "${as[@]}" "$programs/$1" -D "$home/data" "${@:2}"); }
trap 'server pg_ctl -s -m immediate stop || true; rm -rf "$home"' EXIT
trap 'exit 130' INT TERM

server initdb -U root -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
cat >>"$home/data/postgresql.conf" <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
fsync = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
CONF
server pg_ctl -s -w -l "$home/log" start || { cat "$home/log" >&2; exit 1; }

TEST_DATABASE_URL="postgres://root@127.0.0.1:$port/postgres" "$@"

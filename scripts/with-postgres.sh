#!/usr/bin/env bash
# with-postgres.sh COMMAND … — starts a temporary PostgreSQL server (in memory, without fsync, on a free loopback port), runs the command with its address in
# TEST_DATABASE_URL, and removes the server when the command ends. Needs the programs of Debian's package `postgresql`. Without them, the command uses the server
# in CI_POSTGRES_URL, if that is set.
set -euo pipefail

programs=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -1)")
if [ ! -x "$programs/initdb" ]; then
  if [ -n "${CI_POSTGRES_URL:-}" ]; then TEST_DATABASE_URL=$CI_POSTGRES_URL exec "$@"; fi
  echo 'with-postgres.sh: no PostgreSQL server is installed, and CI_POSTGRES_URL is not set. Install one: apt-get install postgresql' >&2
  exit 1
fi

base=${TMPDIR:-/tmp}
if [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -1)" -gt 2000000 ]; then base=/dev/shm; fi
home=$(mktemp -d "$base/marquee-postgres-XXXXXX")
# PostgreSQL refuses to run as root
run_as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$home"
  run_as=(runuser -u postgres --)
fi
run() { (cd "$home" && LC_ALL=C.UTF-8 "${run_as[@]}" "$programs/$1" -D "$home/data" "${@:2}"); }
trap 'run pg_ctl -s -m immediate stop || true; rm -rf "$home"' EXIT
trap 'exit 130' INT TERM

run initdb -U root -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
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
run pg_ctl -s -w -l "$home/log" start || { cat "$home/log" >&2; exit 1; }

TEST_DATABASE_URL="postgres://root@127.0.0.1:$port/postgres" "$@"

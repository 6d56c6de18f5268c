#!/usr/bin/env bash
# with-replicas.sh COMMAND … — starts a temporary PostgreSQL server with two streaming replicas, and PgBouncer in transaction mode with forty connections to it,
# runs the command with TEST_DATABASE_URL (the primary server), REPLICA_PORTS and POOLER_PORT, and removes everything when the command ends. All ports are free
# loopback ports. `start-through.sh` starts the service on these servers. Needs Debian's packages `postgresql` and `pgbouncer`.
set -euo pipefail

programs=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | sort -V | tail -1)")
home=$(mktemp -d "${TMPDIR:-/tmp}/marquee-replicas-XXXXXX")
# neither PostgreSQL nor PgBouncer runs as root
run_as=() && bouncer_user=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$home" && chmod 711 "$home"
  run_as=(runuser -u postgres --) && bouncer_user=(-u nobody)
fi
run() { (cd "$home" && LC_ALL=C.UTF-8 "${run_as[@]}" "$programs/$1" "${@:2}"); }
read -r primary first second pooler <<<"$(node -e "
const servers = [1, 2, 3, 4].map(() => require('net').createServer().listen(0, '127.0.0.1'));
setTimeout(() => { console.log(servers.map((s) => s.address().port).join(' ')); servers.forEach((s) => s.close()); }, 50)")"

stop() {
  [ -z "${bouncer:-}" ] || kill "$bouncer" 2>/dev/null || true
  for name in first second primary; do run pg_ctl -s -m immediate -D "$home/$name" stop 2>/dev/null || true; done
  rm -rf "$home"
}
trap stop EXIT
trap 'exit 130' INT TERM

run initdb -D "$home/primary" -U root -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
cat >>"$home/primary/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 250
max_wal_senders = 10
wal_keep_size = 512MB
fsync = off
CONF
run pg_ctl -s -w -D "$home/primary" -o "-p $primary" -l "$home/primary.log" start
for name in first second; do
  run pg_basebackup -h 127.0.0.1 -p "$primary" -U root -D "$home/$name" -R -X stream -c fast --no-sync
  run pg_ctl -s -w -D "$home/$name" -o "-p ${!name}" -l "$home/$name.log" start
done

cat >"$home/pgbouncer.ini" <<INI
[databases]
* = host=127.0.0.1 port=$primary user=root
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
unix_socket_dir =
auth_type = any
auth_file = $home/users.txt
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 40
# connections are closed at once, so that tests can copy and drop databases
server_idle_timeout = 1
INI
touch "$home/users.txt"
pgbouncer -q "${bouncer_user[@]}" "$home/pgbouncer.ini" 2>"$home/pgbouncer.log" &
bouncer=$!

TEST_DATABASE_URL="postgres://root@127.0.0.1:$primary/postgres" POOLER_PORT=$pooler REPLICA_PORTS="$first $second" "$@"

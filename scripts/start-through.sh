#!/usr/bin/env bash
# start-through.sh — starts the service so that it reaches the database through the pooler and the replicas of with-replicas.sh. DATABASE_URL is the address of
# the database on the primary server.
set -euo pipefail
cd "$(dirname "$0")/.."

name=${DATABASE_URL##*/}
url_on() { echo "postgres://root@127.0.0.1:$1/$name"; }
read -r first second <<<"$REPLICA_PORTS"
DIRECT_DATABASE_URL=$DATABASE_URL DATABASE_URL=$(url_on "$POOLER_PORT") DATABASE_REPLICA_URLS="$(url_on "$first"),$(url_on "$second")" exec npm start --silent

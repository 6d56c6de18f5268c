#!/usr/bin/env bash
# start-through.sh — `npm start` by way of the pooler and the replicas of with-replicas.sh, on the database that DATABASE_URL names there.
set -euo pipefail
cd "$(dirname "$0")/.."

name=${DATABASE_URL##*/}
of() { echo "postgres://root@127.0.0.1:$1/$name"; }
read -r first second <<<"$REPLICA_PORTS"
DIRECT_DATABASE_URL=$DATABASE_URL DATABASE_URL=$(of "$POOLER_PORT") DATABASE_REPLICA_URLS="$(of "$first"),$(of "$second")" exec npm start --silent

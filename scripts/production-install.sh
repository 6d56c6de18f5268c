#!/usr/bin/env bash
# Installs a copy of the checkout for production, in each of the two ways of docs/operating/maintenance.md, and checks that the service starts. The Node.js of the
# system only runs npm.
set -euo pipefail
cd "$(dirname "$0")/.."

MAX_MB=700
folder=$(mktemp -d)
service=
stop() {
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  [ -z "$service" ] || wait "$service" 2>/dev/null || true
  service=
}
trap 'stop; rm -rf "$folder"' EXIT
git ls-files -z | xargs -0 cp --parents -t "$folder"
cd "$folder"
export PORT=${PORT:-4690} DATA_DIRECTORY=$folder/.data LOG_LEVEL=warn

# Starts the service, runs the doctor and stops the service.
try() {
  npm start --silent &
  service=$!
  for _ in $(seq 120); do
    if curl -sf "http://127.0.0.1:$PORT/health/ready" >/dev/null; then
      echo "$1: ready"
      npm run --silent admin -- doctor
      stop
      return
    fi
    kill -0 "$service" 2>/dev/null || { echo "$1: the service exited" >&2; exit 1; }
    sleep 1
  done
  echo "$1: the service did not become ready" >&2
  exit 1
}

npm ci --omit=dev --loglevel=error >/dev/null
try 'install without development packages'

npm ci --loglevel=error >/dev/null
npm prune --omit=dev --loglevel=error >/dev/null
# npm prune keeps these packages because other packages can use them
npm uninstall --no-save --omit=dev --ignore-scripts prisma typescript >/dev/null
# the headers of Node.js
rm -rf node_modules/node/node_modules
size=$(du -sm --exclude=.data . | cut -f1)
echo "production install: $size MB"
[ "$size" -le "$MAX_MB" ] || { echo "the production install has more than $MAX_MB MB" >&2; exit 1; }
try 'production install'

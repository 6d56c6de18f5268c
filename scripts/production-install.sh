#!/usr/bin/env bash
# Installs the checkout for production in the two ways of docs/operating/maintenance.md, in a folder of its own, and starts each there. The system's Node.js only runs npm.
set -euo pipefail
cd "$(dirname "$0")/.."

MOST_MB=700
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

# Starts the service, examines it and stops it.
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
    kill -0 "$service" 2>/dev/null || { echo "$1: the service ended" >&2; exit 1; }
    sleep 1
  done
  echo "$1: the service did not become ready" >&2
  exit 1
}

npm ci --omit=dev --loglevel=error >/dev/null
try 'install without development packages'

npm ci --loglevel=error >/dev/null
npm prune --omit=dev --loglevel=error >/dev/null
# prune keeps them because other packages may use them
npm uninstall --no-save --omit=dev --ignore-scripts prisma typescript >/dev/null
# headers of Node.js
rm -rf node_modules/node/node_modules
size=$(du -sm --exclude=.data . | cut -f1)
echo "production install: $size MB"
[ "$size" -le "$MOST_MB" ] || { echo "more than $MOST_MB MB" >&2; exit 1; }
try 'production install'

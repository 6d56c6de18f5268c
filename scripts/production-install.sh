#!/usr/bin/env bash
# Installs the checkout for production as docs/operating/maintenance.md says, in a folder of its own, and starts it there. The system's Node.js only runs npm.
set -euo pipefail
cd "$(dirname "$0")/.."

MOST_MB=700
folder=$(mktemp -d)
service=
finish() {
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  [ -z "$service" ] || wait "$service" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
git ls-files -z | xargs -0 cp --parents -t "$folder"
cd "$folder"

npm ci --loglevel=error >/dev/null
npm prune --omit=dev --loglevel=error >/dev/null
# prune keeps them because other packages may use them
npm uninstall --no-save --omit=dev --ignore-scripts prisma typescript >/dev/null
# headers of Node.js
rm -rf node_modules/node/node_modules
size=$(du -sm . | cut -f1)
echo "production install: $size MB"
[ "$size" -le "$MOST_MB" ] || { echo "more than $MOST_MB MB" >&2; exit 1; }

export PORT=${PORT:-4690} DATA_DIRECTORY=$folder/.data LOG_LEVEL=warn
npm start --silent &
service=$!
for _ in $(seq 120); do
  if curl -sf "http://127.0.0.1:$PORT/health/ready" >/dev/null; then
    echo 'production install: ready'
    npm run --silent admin -- doctor
    exit 0
  fi
  kill -0 "$service" 2>/dev/null || { echo 'the service ended' >&2; exit 1; }
  sleep 1
done
echo 'the service did not become ready' >&2
exit 1

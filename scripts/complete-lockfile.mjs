// Adds to package-lock.json the optional packages of other platforms that the registry in use did not offer when the lockfile was written;
// without them `npm ci` refuses the lockfile on any machine. Run after `npm install` when `npm ci` says "Missing: … from lock file".
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Whether a package seen from `where` finds `name` in its own or an outer node_modules. */
function resolves(where, name) {
  for (let at = where; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at.includes('node_modules')) return false;
    if (at.lastIndexOf('/node_modules/') === -1) {
      at = '';
      return Boolean(lock.packages[`node_modules/${name}`]);
    }
  }
}

let added = 0;
for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(where, name)) continue;
    const place = /(?:^|[-/])(android|darwin|freebsd|linux|win32|openharmony)-([a-z0-9]+)/.exec(name);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(place && { os: [place[1]], cpu: [place[2]] }),
      ...(/musl/.test(name) ? { libc: ['musl'] } : /linux.*gnu/.test(name) ? { libc: ['glibc'] } : {}),
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} packages of other platforms added\n`);

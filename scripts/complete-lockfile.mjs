// Adds optional packages for other platforms to package-lock.json if the package registry did not offer them when the lockfile was written. Without them,
// `npm ci` rejects the lockfile on every machine. Run this after `npm install` if `npm ci` reports "Missing: … from lock file".
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Returns true if the package at `path` finds the package `name` in its own node_modules folder or an outer one. */
function resolves(path, name) {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))))
    if (lock.packages[`${folder}/node_modules/${name}`]) return true;
  return Boolean(lock.packages[`node_modules/${name}`]);
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(path, name)) continue;
    const platform = /(?:^|[-/])(android|darwin|freebsd|linux|win32|openharmony)-([a-z0-9]+)/.exec(name);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(platform && { os: [platform[1]], cpu: [platform[2]] }),
      ...(/musl/.test(name) ? { libc: ['musl'] } : /linux.*gnu/.test(name) ? { libc: ['glibc'] } : {}),
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} packages for other platforms added\n`);

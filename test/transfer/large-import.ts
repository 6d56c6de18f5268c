// Run manually: node test/transfer/large-import.ts [megabytes] [database URL]. Imports a generated export twice, exports the site, and prints the
// duration and memory of each command.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLargeFile } from './large-file.ts';

const megabytes = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(path.join(tmpdir(), 'marquee-large-'));
chmodSync(folder, 0o755);
const file = path.join(folder, 'large.xml');
const environment = {
  ...process.env,
  DATA_DIRECTORY: folder,
  DATABASE_URL: process.argv[3] ?? '',
  SITE_URL: 'http://site.test',
};

function measure(script: string, args: readonly string[]): Promise<{ code: number | null; seconds: number; megabytes: number[] }> {
  const startedAt = performance.now();
  const samples: number[] = [];
  const child = spawn(process.execPath, [path.resolve(script), ...args], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  const timer = setInterval(() => {
    try {
      samples.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);
    } catch {
      /* the process has ended */
    }
  }, 1000);
  return new Promise((done) =>
    child.on('exit', (code) => {
      clearInterval(timer);
      done({ code, seconds: (performance.now() - startedAt) / 1000, megabytes: samples });
    }),
  );
}

/** Formats the highest memory use in each tenth of the time. Similar numbers mean constant memory. */
function formatTenths(samples: readonly number[]): string {
  const size = Math.max(1, Math.ceil(samples.length / 10));
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
    Math.round(Math.max(...samples.slice(i * size, (i + 1) * size))),
  ).join(' ');
}

try {
  await writeLargeFile(file, megabytes * 1024 * 1024);
  for (const [script, args] of [
    ['src/cli/import.ts', [file]],
    ['src/cli/import.ts', [file]],
    ['src/cli/export.ts', [path.join(folder, 'out.xml')]],
  ] as const) {
    const { code, seconds, megabytes: samples } = await measure(script, args);
    process.stdout.write(`\n${script}: exit ${code}, ${seconds.toFixed(0)} s, memory (MB) by tenths: ${formatTenths(samples)}\n\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { balancerProgram } from '../../support/needs.ts';

/** Starts HAProxy with the published configuration file, on test ports and without TLS. */
export async function startBalancer(port: number, processes: readonly number[]): Promise<{ stop(): Promise<void> }> {
  const template = await readFile(new URL('../../../docs/operating/haproxy.cfg', import.meta.url), 'utf8');
  const configured = processes.reduce(
    (text, processPort, i) => text.replace(`127.0.0.1:400${i + 1}`, `127.0.0.1:${processPort}`),
    template.replace(/bind .*/, `bind 127.0.0.1:${port}`),
  );
  // removes servers without a test process
  const withoutOthers = configured.replace(/^\s*server marquee\d+ 127\.0\.0\.1:400\d$/gm, '');
  const folder = await mkdtemp(join(tmpdir(), 'marquee-balancer-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, withoutOthers);
  const child = spawn(balancerProgram!, ['-f', file, '-db'], { stdio: ['ignore', 'inherit', 'inherit'] });
  return {
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';

/** A server under measurement, a process of its own. */
export interface Server {
  pid: number;
  url: string;
  /** Milliseconds from the start of the process to its first good response. */
  startedIn: number;
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** What `npm start` gives Node: its environment, what stands before the program's name, and the program. */
function startCommand(): { environment: Environment; flags: string[]; program: string } {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } };
  const [, settings = '', options = '', program = ''] = /^(.*)exec node (.*) (\S+)$/.exec(scripts.start) ?? [];
  const environment = Object.fromEntries([...settings.matchAll(/(\S+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
  return { environment, flags: options.split(' '), program };
}

/** Marquee as `npm start` runs it, of this checkout or of another one in a directory. */
export function startMarquee(environment: Environment, directory?: string): Promise<Server> {
  const command = startCommand();
  const program = existsSync(path.join(directory ?? '.', command.program)) ? command.program : 'src/main.ts';
  return start([...command.flags, program], { ...command.environment, ...environment }, '/health/ready', directory);
}

/** A server to compare with, under the same settings of Node and of the C library; ready when it responds at the address, be it that it wants to know who asks. */
export function startBaseline(script: string, environment: Environment, ready: string): Promise<Server> {
  const command = startCommand();
  return start([...command.flags, script], { ...command.environment, ...environment }, ready);
}

async function start(args: string[], environment: Environment, ready: string, directory?: string): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(directory !== undefined && { cwd: directory }),
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port), SITE_URL: url },
  });
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} ended with ${child.exitCode}`);
    const answer = await fetch(url + ready).catch(() => null);
    if (answer && answer.status < 500) return { pid: child.pid ?? 0, url, startedIn: performance.now() - begun, stop: () => stop(child) };
    await sleep(10);
  }
  await stop(child);
  throw new Error(`${args.at(-1)} did not answer`);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}

/** Resident memory of a process in MB. */
export function residentMegabytes({ pid }: Pick<Server, 'pid'>): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

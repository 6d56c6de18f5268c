import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../test/support/free-port.ts';

/** A measured server in its own process. */
export interface Server {
  pid: number;
  url: string;
  /** Milliseconds from the start of the process to the first successful response. */
  startedIn: number;
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** Returns the environment, flags and program of `npm start`. */
function readStartCommand(): { environment: Environment; flags: string[]; program: string } {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } };
  const [, settings = '', options = '', program = ''] = /^(.*)exec node (.*) (\S+)$/.exec(scripts.start) ?? [];
  const environment = Object.fromEntries([...settings.matchAll(/(\S+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
  return { environment, flags: options.split(' '), program };
}

/** Starts Marquee like `npm start`, from this checkout or from the checkout in `directory`. */
export function startMarquee(environment: Environment, directory?: string): Promise<Server> {
  const command = readStartCommand();
  const program = existsSync(path.join(directory ?? '.', command.program)) ? command.program : 'src/main.ts';
  return start([...command.flags, program], { ...command.environment, ...environment }, '/health/ready', directory);
}

/**
 * Starts a baseline server with the same settings of Node.js and the C library. The server is ready when the path `ready` responds with a status
 * below 500.
 */
export function startBaseline(script: string, environment: Environment, ready: string): Promise<Server> {
  const command = readStartCommand();
  return start([...command.flags, script], { ...command.environment, ...environment }, ready);
}

async function start(args: string[], environment: Environment, ready: string, directory?: string): Promise<Server> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(directory !== undefined && { cwd: directory }),
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port), SITE_URL: url },
  });
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} exited with code ${child.exitCode}`);
    const response = await fetch(url + ready).catch(() => null);
    if (response && response.status < 500)
      return { pid: child.pid ?? 0, url, startedIn: performance.now() - startedAt, stop: () => stop(child) };
    await sleep(10);
  }
  await stop(child);
  throw new Error(`${args.at(-1)} did not respond`);
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exit;
  clearTimeout(timer);
}

/** Returns the resident memory of a process in MB. */
export function getResidentMegabytes({ pid }: Pick<Server, 'pid'>): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

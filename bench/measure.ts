import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

/** Clock ticks of /proc/<pid>/stat per second (Linux: always 100). */
const TICKS = 100;

export interface Server {
  process: ChildProcess;
  url: string;
  stop(): Promise<void>;
}

export interface Figures {
  requests: number;
  /** Microseconds of CPU of the server process, user and system, per request. */
  cpu: number;
  rate: number;
  p50: number;
  p99: number;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net
      .createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
}

/** Starts a server and waits until it answers at `ready`. */
export async function startServer(script: string, environment: Record<string, string>, ready: string): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    const answer = await fetch(url + ready).catch(() => null);
    if (answer?.ok) return { process: child, url, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${script} did not answer`);
}

/** Seconds of CPU a process has used, all threads. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** Warms up, then loads one address and reads the server's CPU from the operating system. */
export async function load(
  server: Server,
  path: string,
  options: { seconds: number; connections: number; headers?: Record<string, string>; method?: 'GET' | 'POST'; body?: string },
): Promise<Figures> {
  const { seconds, connections, ...request } = options;
  const run = (duration: number) => autocannon({ url: server.url + path, connections, duration, ...request });
  await run(Math.max(2, seconds / 2));
  const pid = server.process.pid ?? 0;
  const before = cpuSeconds(pid);
  const result = await run(seconds);
  const used = cpuSeconds(pid) - before;
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} answers were no success, ${result.errors} failed`);
  const requests = result['2xx'];
  return { requests, cpu: (used / requests) * 1e6, rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

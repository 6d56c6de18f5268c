import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { findFreePort } from './free-port.ts';

/** A response of the service. The body is parsed if it is JSON. */
export interface ServiceResponse {
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  body: any;
}

export interface ServiceRequest {
  query?: Record<string, string | number | boolean> | undefined;
  /** Body to send as JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
}

/**
 * Target of SIGTERM. `process`: the started process. `group`: its whole process group. `mixed`: the started process; when it has ended, the rest of
 * the group receives SIGKILL (`KillMode=mixed` of systemd).
 */
export type StopTarget = 'process' | 'group' | 'mixed';

/** The service in its own process. Requests are sent as the administrator. */
export interface Service {
  /** Base URL without a trailing slash. */
  url: string;
  child: ChildProcess;
  /** Returns the standard output and error of the process. */
  output: () => string;
  /** Sends a request to a path relative to the REST root. Rejects if there is no response. */
  rest: (method: string, path: string, options?: ServiceRequest) => Promise<ServiceResponse>;
  graphql: (source: string, variables?: Record<string, unknown>) => Promise<ServiceResponse>;
  /** Kills the process. */
  kill: () => Promise<void>;
  /** Stops the service and returns the exit code of the process. `group` and `mixed` require that the service was started with `npm start`. */
  stop: (target?: StopTarget) => Promise<number | null>;
}

const secret = 'loadloadloadloadloadload';
const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`;

async function waitUntilReady(isReady: () => Promise<boolean>, child: ChildProcess, output: () => string): Promise<void> {
  for (let waited = 0; waited < 100_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}:\n${output()}`);
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service did not become ready:\n${output()}`);
}

/**
 * Starts the service with a database and waits until it is ready. Runs the program of `npm start` without npm (`src/start.ts`), `npm start` itself,
 * or the sources (`src/main.ts`).
 */
export async function startService(
  databaseUrl: string,
  environment: Record<string, string> = {},
  program: 'src/start.ts' | 'src/main.ts' | 'npm start' = 'src/start.ts',
): Promise<Service> {
  const port = Number(environment['PORT'] ?? (await findFreePort()));
  const url = `http://127.0.0.1:${port}`;
  const data = await mkdtemp(join(tmpdir(), 'marquee-service-'));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const [command, ...args] =
    program === 'npm start' ? ['npm', 'start', '--silent'] : [process.execPath, '--disable-warning=ExperimentalWarning', program];
  const child = spawn(command as string, args, {
    cwd: root,
    // in its own process group
    detached: program === 'npm start',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      PORT: String(port),
      SITE_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIRECTORY: data,
      DATABASE_POOL: '4',
      SECRET_KEY: '5'.repeat(64),
      PASSWORD_COST: '8',
      BOOTSTRAP_ADMIN_LOGIN: 'admin',
      BOOTSTRAP_ADMIN_EMAIL: 'admin@example.org',
      BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: secret,
      DEMO_DATA: 'none',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '0',
      ...environment,
    },
  });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  const output = () => pieces.join('');
  const ended = once(child, 'exit').then(() => rm(data, { recursive: true, force: true }));
  const agent = new Agent({ headersTimeout: 120_000, bodyTimeout: 120_000, connect: { timeout: 60_000 } });

  async function send(method: string, requestUrl: URL, { body, headers }: ServiceRequest): Promise<ServiceResponse> {
    const response = await request(requestUrl, {
      dispatcher: agent,
      method: method as 'GET',
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal);
    } catch (error) {
      // no process of the group is left
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const service: Service = {
    url,
    child,
    output,
    rest(method, path, options = {}) {
      const requestUrl = new URL(`${url}/rest${path}`);
      for (const [name, value] of Object.entries(options.query ?? {})) requestUrl.searchParams.set(name, String(value));
      return send(method, requestUrl, options);
    },
    graphql: (query, variables = {}) => send('POST', new URL(`${url}/graphql`), { body: { query, variables } }),
    async kill() {
      if (program === 'npm start') signalGroup('SIGKILL');
      child.kill('SIGKILL');
      await ended;
      await agent.destroy();
    },
    async stop(target = 'process') {
      if (target === 'group') signalGroup('SIGTERM');
      else child.kill('SIGTERM');
      await ended;
      if (target === 'mixed') signalGroup('SIGKILL');
      await agent.destroy();
      return child.exitCode;
    },
  };
  try {
    const isReady = async () => (await fetch(`${url}/health/ready`)).status === 200;
    await waitUntilReady(isReady, child, output);
  } catch (error) {
    await service.kill();
    throw error;
  }
  return service;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readConfig } from '../config/config.ts';
import { useDatabaseServer } from '../database-server.ts';
import { parseArguments, runCommand } from './command.ts';

const usage = `Usage: npm run studio [-- --port <port>]

Opens Prisma Studio on the site's database. The site may be running. The default port is 5555.`;

/** Returns the connection URL for Studio, and the environment variables from which its driver reads the path of a Unix socket. */
function toConnection(url: string): { url: string; environment: Record<string, string> } {
  const { searchParams, port, username, pathname } = new URL(url);
  const folder = searchParams.get('host');
  if (folder === null) return { url, environment: {} };
  return { url: `postgres://${pathname}?sslmode=disable`, environment: { PGHOST: folder, PGPORT: port, PGUSER: username } };
}

/** Returns the path of the Prisma CLI. */
const getPrismaPath = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');

process.exitCode = await runCommand(usage, process.argv.slice(2), async (args) => {
  const { values } = parseArguments(args, { port: { type: 'string', default: '5555' } });
  const server = await useDatabaseServer(readConfig());
  const { url, environment } = toConnection(server.directUrl ?? server.url);
  const studioArgs = ['studio', '--url', url, '--browser', 'none', '--port', values.port];
  const studio = spawn(process.execPath, [getPrismaPath(), ...studioArgs], { stdio: 'inherit', env: { ...process.env, ...environment } });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    studio.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const [code] = (await once(studio, 'exit')) as [number | null];
  await server.leave();
  return isStopped ? 0 : (code ?? 1);
});

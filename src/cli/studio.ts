import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { useDatabaseServer } from '../database-server.ts';
import { readLine, runCommand } from './command.ts';

const usage = `Usage: npm run studio [-- --port <port>]

Shows the site's database in Prisma Studio, also while the site runs (port 5555 unless given).`;

/** Path of Prisma's command. */
const prisma = (): string => path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');

process.exitCode = await runCommand(usage, process.argv.slice(2), async (line) => {
  const { values } = readLine(line, { port: { type: 'string', default: '5555' } });
  const server = await useDatabaseServer(readConfig());
  const args = ['studio', '--url', server.directUrl ?? server.url, '--browser', 'none', '--port', values.port];
  const studio = spawn(process.execPath, [prisma(), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches both processes; the database is left after Studio
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => studio.kill(signal));
  const [code] = (await once(studio, 'exit')) as [number | null];
  await server.leave();
  return code ?? 0;
});

import { readConfig } from '../config.ts';
import { openDatabase } from '../core/db/database.ts';
import { serverPool } from '../core/db/server.ts';
import { askRunningSite } from '../core/db/studio-bridge.ts';
import { startStudioPage } from '../core/db/studio-page.ts';
import { answerStudio, embeddedExecutor, serverExecutor } from '../core/db/studio-procedures.ts';
import { startStudioProxy } from '../core/db/studio-proxy.ts';
import { readLine, runCommand } from './command.ts';

const usage = `Usage: npm run studio [-- --port <port>]

Shows the site's database in Prisma Studio, also while the site runs, and prints the address to open (port 5555 unless given).`;

interface Source {
  name: string;
  answer: (body: unknown) => Promise<string>;
  close: () => Promise<void>;
}

/** The server's own pool; the running site's process for an embedded directory; or the directory itself when no site runs on it. */
async function openSource(url: string): Promise<Source> {
  const place = /^pglite:(.+)$/.exec(url)?.[1];
  if (place === undefined) {
    const pool = serverPool(url, { max: 3, statementTimeoutMs: 60_000 });
    await pool.query('SELECT 1');
    return { name: 'the server', answer: (body) => answerStudio(serverExecutor(pool), body), close: () => pool.end() };
  }
  if (/^memory(:|$)/.test(place)) throw new Error('A database in memory cannot be shown: it lives inside its own process.');
  const ping = { procedure: 'sql-lint' };
  if ((await askRunningSite(place, ping)) !== undefined) {
    const answer = async (body: unknown) =>
      (await askRunningSite(place, body)) ?? JSON.stringify([{ name: 'Error', message: 'The site is not running.' }]);
    return { name: `${place}, through the running site`, answer, close: async () => undefined };
  }
  const database = await openDatabase({ url });
  const executor = embeddedExecutor(database.embedded!);
  return { name: `${place} (no site is running on it)`, answer: (body) => answerStudio(executor, body), close: database.close };
}

const code = await runCommand(usage, process.argv.slice(2), async (line) => {
  const { values } = readLine(line, { port: { type: 'string', default: '5555' } });
  const { databaseUrl, directDatabaseUrl } = readConfig();
  const source = await openSource(directDatabaseUrl ?? databaseUrl);
  const page = await startStudioPage();
  const proxy = await startStudioProxy(page.url, Number(values.port), source.answer);
  process.stdout.write(`Prisma Studio shows ${source.name}:\n${proxy.url}\n`);
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
  });
  await Promise.race([stopped, page.ended]);
  page.close();
  await proxy.close();
  await source.close();
});
// a listener that could not be ended must not keep a failed command alive
if (code === 0) process.exitCode = 0;
else process.exit(code);

import { mkdir, readdir, stat, statfs, access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { now } from '../core/time/clock.ts';
import { jobDelays } from '../core/db/background-jobs.ts';
import { rowShape } from '../core/db/columns.ts';
import { statement } from '../core/db/statement.ts';
import { withTimeout } from '../core/async/with-timeout.ts';
import { openTransport } from '../core/mail/transport.ts';
import type { Site } from '../site.ts';
import { failureWords } from './failure-words.ts';

/** Result of an examination. Only a fault makes the command fail. */
export interface Finding {
  subject: string;
  state: 'ok' | 'warning' | 'fault';
  text: string;
}

type Check = () => Promise<Omit<Finding, 'subject'>>;

const ok = (text: string) => ({ state: 'ok', text }) as const;
const warning = (text: string) => ({ state: 'warning', text }) as const;
const fault = (text: string) => ({ state: 'fault', text }) as const;

const WAIT_MS = 5_000;
/** Maximum deviation of the clock. Sign-ins with one-time codes accept half a minute. */
const MAX_CLOCK_SECONDS = 5;
const DAY_MS = 86_400_000;
const OLDEST_SERVER = 15;

const wordsOf = (error: unknown) => failureWords(error) ?? (error instanceof Error ? error.message : String(error));

async function examine(checks: Readonly<Record<string, Check>>): Promise<Finding[]> {
  const findings = Object.entries(checks).map(async ([subject, check]) => ({
    subject,
    ...(await withTimeout(
      check().catch((error: unknown) => fault(wordsOf(error))),
      WAIT_MS,
      fault(`There was no response within ${WAIT_MS / 1000} seconds.`),
    )),
  }));
  return await Promise.all(findings);
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

async function disk({ dataDirectory }: Config) {
  await mkdir(dataDirectory, { recursive: true });
  await access(dataDirectory, constants.W_OK);
  const { bsize, blocks, bavail } = await statfs(dataDirectory);
  const free = `${((bsize * bavail) / 1e9).toFixed(1)} GB (${percent(bavail, blocks)}) of the disk of ${path.resolve(dataDirectory)} are free.`;
  if (bavail / blocks >= 0.1) return ok(free);
  return bavail / blocks < 0.02 ? fault(`Only ${free} Make room.`) : warning(`Only ${free} Make room.`);
}

async function proxies({ siteUrl, trustProxy, production }: Config) {
  if (siteUrl.startsWith('https:') && trustProxy === false)
    return warning(
      'SITE_URL is https and TRUST_PROXY is not set: all visitors share the address of the proxy and its limits. Set TRUST_PROXY=1.',
    );
  if (production && siteUrl.startsWith('http:'))
    return warning(`SITE_URL is ${siteUrl}, without https: passwords travel unencrypted. Set SITE_URL to the address that visitors use.`);
  const status = await fetch(`${siteUrl}/health/live`, { signal: AbortSignal.timeout(WAIT_MS - 1000) }).then(
    (response) => response.status,
    () => null,
  );
  if (status === 200) return ok(`${siteUrl} leads to a Marquee.`);
  return warning(
    `${siteUrl}/health/live ${status === null ? 'cannot be reached from here' : `returns ${status}`}. Start the service, or correct SITE_URL.`,
  );
}

async function backups(folder: string | undefined) {
  if (folder === undefined) return warning('Not examined. Name their folder: npm run admin -- doctor --backups <folder>.');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.backup'));
  const made = await Promise.all(
    files.map(async (name) => {
      const { mtimeMs, size } = await stat(path.join(folder, name));
      return { name, mtimeMs, size };
    }),
  );
  const newest = made.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (!newest) return fault(`There is none in ${folder}. Make one: npm run backup -- ${path.join(folder, 'site.backup')}.`);
  const days = (now().getTime() - newest.mtimeMs) / DAY_MS;
  const text = `The newest of ${files.length}, ${newest.name}, is ${days.toFixed(1)} days old and has ${newest.size} bytes.`;
  return days <= 2 ? ok(text) : fault(`${text} See why no newer one was made.`);
}

/** Examines a configuration without opening the site. */
export function examineConfig(config: Config, backupFolder?: string): Promise<Finding[]> {
  return examine({ disk: () => disk(config), proxies: () => proxies(config), backups: () => backups(backupFolder) });
}

const serverVersion = statement(
  'server_version',
  `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  rowShape({ version: 'text', number: 'int' }),
);
const serverClock = statement('server_clock', 'SELECT clock_timestamp() AS at', rowShape({ at: 'timestamptz' }));

async function database({ db }: Site) {
  const [row] = await db.rows(serverVersion);
  if (!row) throw new Error('The database returns nothing.');
  const health = await db.health();
  if (health !== 'ok') return fault(`PostgreSQL ${row.version} is ${health}. Writes fail.`);
  const major = Math.floor(row.number / 10_000);
  return major < OLDEST_SERVER
    ? fault(`PostgreSQL ${row.version} is too old: ${OLDEST_SERVER} is needed.`)
    : ok(`PostgreSQL ${row.version}.`);
}

async function migrations({ db }: Site) {
  const { pending, unfinished, unknown } = await db.migrations();
  if (pending.length > 0)
    return fault(
      `Missing: ${pending.join(', ')}${unfinished.length > 0 ? `; interrupted: ${unfinished.join(', ')}` : ''}. Run npm run db:migrate.`,
    );
  if (unknown.length > 0) return warning(`A newer version migrated the database: ${unknown.join(', ')}. Update this one.`);
  return ok('All are applied.');
}

async function clock({ db }: Site) {
  const [row] = await db.rows(serverClock);
  const seconds = Math.abs(now().getTime() - (row?.at ?? new Date(0)).getTime()) / 1000;
  const text = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} seconds.`;
  return seconds > MAX_CLOCK_SECONDS ? fault(`${text} Synchronize them (NTP).`) : ok(text);
}

async function mail(site: Site) {
  const { smtpUrl, production } = site.config;
  if (smtpUrl === undefined)
    return production
      ? fault('SMTP_URL is not set: mail is kept and not sent.')
      : warning('SMTP_URL is not set: mail is kept and not sent.');
  const transport = await openTransport(site);
  try {
    await transport.verify();
    return ok(`${new URL(smtpUrl).host} accepts mail.`);
  } catch (error) {
    return fault(`${new URL(smtpUrl).host} refuses: ${wordsOf(error)} Correct SMTP_URL.`);
  } finally {
    transport.close();
  }
}

async function key({ config }: Site) {
  if (config.secretKey !== undefined) return ok('SECRET_KEY is set. Keep a copy of it apart from the backups.');
  const file = path.resolve(config.secretKeyFile ?? path.join(config.dataDirectory, 'secret-key'));
  const { mode } = await stat(file);
  return (mode & 0o077) === 0
    ? ok(`It stands in ${file}. Keep a copy of it apart from the backups.`)
    : fault(`${file} is readable by other users. Run chmod 600 ${file}.`);
}

async function jobs(site: Site) {
  const { failed, delay } = await jobDelays(site);
  if (failed > 0) return warning(`${failed} gave up. npm run admin -- jobs failed lists them, jobs retry all runs them again.`);
  return delay > 600 ? fault(`Work has been waiting for ${Math.round(delay)} seconds: no process does it.`) : ok('Nothing is late.');
}

/** Examines an installation: its site and its configuration. */
export async function examineSite(site: Site, backupFolder?: string): Promise<Finding[]> {
  const findings = await examine({
    database: () => database(site),
    migrations: () => migrations(site),
    clock: () => clock(site),
    mail: () => mail(site),
    key: () => key(site),
    jobs: () => jobs(site),
  });
  return [...findings, ...(await examineConfig(site.config, backupFolder))];
}

/** Formats each finding as an aligned line. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.map(({ subject, state, text }) => `${state.padEnd(8)}${subject.padEnd(12)}${text}`);

/** True if a line reports a fault. */
export const isFault = (line: string): boolean => line.startsWith('fault ');

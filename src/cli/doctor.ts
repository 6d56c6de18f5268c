import { mkdir, readdir, stat, statfs, access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { now } from '../core/time/clock.ts';
import { getJobDelays } from '../core/db/background-jobs.ts';
import { rowShape } from '../core/db/columns.ts';
import { statement } from '../core/db/statement.ts';
import { withTimeout } from '../core/async/with-timeout.ts';
import { openTransport } from '../core/mail/transport.ts';
import type { Site } from '../site.ts';
import { findFailureMessage } from './failure-message.ts';

/** Result of a check. Only a fault makes the command fail. */
export interface Finding {
  subject: string;
  state: 'ok' | 'warning' | 'fault';
  text: string;
}

type Check = () => Promise<Omit<Finding, 'subject'>>;

const ok = (text: string) => ({ state: 'ok', text }) as const;
const warning = (text: string) => ({ state: 'warning', text }) as const;
const fault = (text: string) => ({ state: 'fault', text }) as const;

/** Maximum duration of a check. */
const MAX_CHECK_MS = 5_000;
/** Maximum difference between the clocks of this machine and of the database. Sign-ins with one-time codes tolerate half a minute. */
const MAX_CLOCK_SECONDS = 5;
const DAY_MS = 86_400_000;
const MIN_SERVER_VERSION = 15;

const getMessage = (error: unknown) => findFailureMessage(error) ?? (error instanceof Error ? error.message : String(error));

async function runChecks(checks: Readonly<Record<string, Check>>): Promise<Finding[]> {
  const findings = Object.entries(checks).map(async ([subject, check]) => ({
    subject,
    ...(await withTimeout(
      check().catch((error: unknown) => fault(getMessage(error))),
      MAX_CHECK_MS,
      fault(`There was no response within ${MAX_CHECK_MS / 1000} seconds.`),
    )),
  }));
  return await Promise.all(findings);
}

const formatPercent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

async function checkDisk({ dataDirectory }: Config) {
  await mkdir(dataDirectory, { recursive: true });
  await access(dataDirectory, constants.W_OK);
  const { bsize, blocks, bavail } = await statfs(dataDirectory);
  const freeSpace = `${((bsize * bavail) / 1e9).toFixed(1)} GB (${formatPercent(bavail, blocks)}) of the disk with ${path.resolve(dataDirectory)} are free.`;
  if (bavail / blocks >= 0.1) return ok(freeSpace);
  return bavail / blocks < 0.02 ? fault(`Only ${freeSpace} Free some space.`) : warning(`Only ${freeSpace} Free some space.`);
}

async function checkProxies({ siteUrl, trustProxy, production }: Config) {
  if (siteUrl.startsWith('https:') && trustProxy === false)
    return warning(
      'SITE_URL is https and TRUST_PROXY is not set: all visitors seem to have the IP address of the proxy, and share its rate limit. Set TRUST_PROXY=1.',
    );
  if (production && siteUrl.startsWith('http:'))
    return warning(`SITE_URL is ${siteUrl}, without https: passwords are sent unencrypted. Set SITE_URL to the URL that visitors use.`);
  const status = await fetch(`${siteUrl}/health/live`, { signal: AbortSignal.timeout(MAX_CHECK_MS - 1000) }).then(
    (response) => response.status,
    () => null,
  );
  if (status === 200) return ok(`${siteUrl} reaches a Marquee service.`);
  return warning(
    `${siteUrl}/health/live ${status === null ? 'cannot be reached from here' : `returns ${status}`}. Start the service, or correct SITE_URL.`,
  );
}

async function checkBackups(folder: string | undefined) {
  if (folder === undefined) return warning('Not checked. Specify their folder: npm run admin -- doctor --backups <folder>.');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.backup'));
  const backupFiles = await Promise.all(
    files.map(async (name) => {
      const { mtimeMs, size } = await stat(path.join(folder, name));
      return { name, mtimeMs, size };
    }),
  );
  const newest = backupFiles.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (!newest)
    return fault(`The folder ${folder} contains no backup (*.backup). Create one: npm run backup -- ${path.join(folder, 'site.backup')}.`);
  const days = (now().getTime() - newest.mtimeMs) / DAY_MS;
  const text = `The newest of ${files.length} backup(s), ${newest.name}, is ${days.toFixed(1)} days old and has ${newest.size} bytes.`;
  return days <= 2 ? ok(text) : fault(`${text} Find out why no newer one was created.`);
}

/** Examines a configuration without opening the site. */
export function examineConfig(config: Config, backupFolder?: string): Promise<Finding[]> {
  return runChecks({ disk: () => checkDisk(config), proxies: () => checkProxies(config), backups: () => checkBackups(backupFolder) });
}

const serverVersion = statement(
  'server_version',
  `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  rowShape({ version: 'text', number: 'int' }),
);
const serverClock = statement('server_clock', 'SELECT clock_timestamp() AS at', rowShape({ at: 'timestamptz' }));

async function checkDatabase({ db }: Site) {
  const [row] = await db.rows(serverVersion);
  if (!row) throw new Error('The database returned no version.');
  const health = await db.health();
  if (health !== 'ok') return fault(`PostgreSQL ${row.version} is ${health}. Writes fail.`);
  const major = Math.floor(row.number / 10_000);
  return major < MIN_SERVER_VERSION
    ? fault(`PostgreSQL ${row.version} is too old. Version ${MIN_SERVER_VERSION} or later is required.`)
    : ok(`PostgreSQL ${row.version}.`);
}

async function checkMigrations({ db }: Site) {
  const { pending, unfinished, unknown } = await db.migrations();
  if (pending.length > 0)
    return fault(
      `Missing: ${pending.join(', ')}${unfinished.length > 0 ? `; interrupted: ${unfinished.join(', ')}` : ''}. Run npm run db:migrate.`,
    );
  if (unknown.length > 0) return warning(`A newer version has migrated the database: ${unknown.join(', ')}. Update this installation.`);
  return ok('All are applied.');
}

async function checkClock({ db }: Site) {
  const [row] = await db.rows(serverClock);
  const seconds = Math.abs(now().getTime() - (row?.at ?? new Date(0)).getTime()) / 1000;
  const text = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} seconds.`;
  return seconds > MAX_CLOCK_SECONDS ? fault(`${text} Synchronize them (NTP).`) : ok(text);
}

async function checkMail(site: Site) {
  const { smtpUrl, production } = site.config;
  if (smtpUrl === undefined)
    return production
      ? fault('SMTP_URL is not set: mail is stored, but not sent.')
      : warning('SMTP_URL is not set: mail is stored, but not sent.');
  const transport = await openTransport(site);
  try {
    await transport.verify();
    return ok(`${new URL(smtpUrl).host} accepts mail.`);
  } catch (error) {
    return fault(`${new URL(smtpUrl).host} refuses the connection: ${getMessage(error)} Correct SMTP_URL.`);
  } finally {
    transport.close();
  }
}

async function checkKey({ config }: Site) {
  if (config.secretKey !== undefined) return ok('SECRET_KEY is set. Keep a copy of it apart from the backups.');
  const file = path.resolve(config.secretKeyFile ?? path.join(config.dataDirectory, 'secret-key'));
  const { mode } = await stat(file);
  return (mode & 0o077) === 0
    ? ok(`It is in ${file}. Keep a copy of it apart from the backups.`)
    : fault(`${file} is readable by other users. Run chmod 600 ${file}.`);
}

async function checkJobs(site: Site) {
  const { failed, delay } = await getJobDelays(site);
  if (failed > 0) return warning(`${failed} failed. "npm run admin -- jobs failed" lists them, "jobs retry all" retries them.`);
  return delay > 600 ? fault(`A job is ${Math.round(delay)} seconds overdue: no process runs it.`) : ok('No job is overdue.');
}

/** Examines an installation: its site and its configuration. */
export async function examineSite(site: Site, backupFolder?: string): Promise<Finding[]> {
  const findings = await runChecks({
    database: () => checkDatabase(site),
    migrations: () => checkMigrations(site),
    clock: () => checkClock(site),
    mail: () => checkMail(site),
    key: () => checkKey(site),
    jobs: () => checkJobs(site),
  });
  return [...findings, ...(await examineConfig(site.config, backupFolder))];
}

/** Formats each finding as an aligned line. */
export const formatFindings = (findings: readonly Finding[]): string[] =>
  findings.map(({ subject, state, text }) => `${state.padEnd(8)}${subject.padEnd(12)}${text}`);

/** True if a line reports a fault. */
export const isFault = (line: string): boolean => line.startsWith('fault ');

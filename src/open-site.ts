import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { calendarSettings } from './calendar/calendar.settings.ts';
import { commentSettings } from './comments/comments.settings.ts';
import { type Config, newSecretKey } from './config.ts';
import { openDatabase } from './core/db/database.ts';
import { createLog, type Log } from './core/log.ts';
import { embedSettings } from './embeds/providers.ts';
import { eventImportSettings } from './event-imports/event-imports.settings.ts';
import { eventSettings } from './events/events.settings.ts';
import { mailSettings } from './mail/mail.settings.ts';
import { onboardingSettings } from './onboarding/onboarding.settings.ts';
import type { Setting } from './settings/setting.ts';
import { openSettings } from './settings/settings.service.ts';
import { siteSettings } from './settings/site.settings.ts';
import type { Site } from './site.ts';
import { ticketSettings } from './tickets/tickets.settings.ts';

export interface OpenSite extends Site {
  close(): Promise<void>;
}

/** Every setting that some domain declares. */
const declaredSettings: readonly Setting<never>[] = [
  ...siteSettings,
  ...embedSettings,
  ...eventSettings,
  ...eventImportSettings,
  ...calendarSettings,
  ...commentSettings,
  ...mailSettings,
  ...ticketSettings,
  ...onboardingSettings,
] as unknown as Setting<never>[];

/** The key of keyed hashes: from the environment, else one kept in the data directory and readable by this user only. */
function secretKeyOf(config: Config): string {
  if (config.secretKey !== undefined) return config.secretKey;
  if (config.databaseUrl === 'pglite:memory') return newSecretKey();
  const file = path.join(config.dataDirectory, 'secret-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(config.dataDirectory, { recursive: true });
  writeFileSync(file, `${newSecretKey()}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** Opens database and settings, migrating first where needed: everything services work with. `onQuery` is told the text of every statement. */
export async function openSite(config: Config, log: Log = createLog(config.logLevel), onQuery?: (sql: string) => void): Promise<OpenSite> {
  const secretKey = secretKeyOf(config);
  const db = await openDatabase({ url: config.databaseUrl, max: config.databasePool, log, onQuery });
  try {
    const settings = await openSettings(db, declaredSettings);
    return {
      config,
      db,
      log,
      settings,
      secretKey,
      close: async () => {
        await settings.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

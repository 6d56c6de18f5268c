import { Registry } from 'prom-client';
import type { Config } from './config/config.ts';
import { mailSettings } from './core/mail/mail.settings.ts';
import * as brandingSettings from './core/branding/branding.settings.ts';
import * as siteSettings from './core/settings/site.settings.ts';
import { SETTINGS_TABLE } from './core/db/changes/changes.ts';
import { domains } from './domains.ts';
import { pageCacheSetting } from './domains/page-cache/settings/settings.ts';
import { attachAudit, isAuditAttached } from './core/db/audited/attach-audit.ts';
import { type Database, openDatabase } from './core/db/database.ts';
import type { DatabaseOptions } from './core/db/database-options.ts';
import { DatabaseError } from './core/db/errors.ts';
import { createLog, type Log } from './core/logging/log.ts';
import { type DatabaseServer, useDatabaseServer } from './database-server.ts';
import { openSettings } from './core/settings/settings.service.ts';
import { readSecretKey } from './config/secrets.ts';
import { State } from './core/state/state.ts';
import type { Site } from './site.ts';

/** A site with an open database. The caller that opens it must close it. */
export interface OpenSite extends Site {
  close(): Promise<void>;
}

const AUDIT_MISSING =
  'Triggers of the audit log are missing, and this process may not change the schema (MIGRATE=off or --no-migrate). Run npm run db:migrate with this version first.';

/** Attaches missing audit triggers. If this process may not change the schema, throws if some are missing. */
async function ensureAudit(db: Database, { applyMigrations }: Config, log: Log): Promise<void> {
  if (applyMigrations) await attachAudit(db, log);
  else if (!(await isAuditAttached(db))) throw new DatabaseError(AUDIT_MISSING);
}

interface OpenOptions extends Pick<DatabaseOptions, 'onQuery'> {
  /** The database server, if the caller has connected to it. The caller then also leaves it. */
  server?: DatabaseServer | undefined;
}

/** Opens the database and the settings of a site. Applies pending migrations first, if the configuration allows it. */
export async function openSite(config: Config, log: Log = createLog(config.logLevel), options: OpenOptions = {}): Promise<OpenSite> {
  const secretKey = readSecretKey(config);
  const server = options.server ?? (await useDatabaseServer(config, { log }));
  const leave = options.server ? async () => undefined : server.leave;
  const db = await openDatabase({
    url: server.url,
    directUrl: server.directUrl,
    applyMigrations: config.applyMigrations,
    replicaUrls: config.replicaUrls,
    maxConnections: config.databasePoolSize,
    maxWriters: config.maxDatabaseWriters,
    log,
    slowMs: config.slowStatementMs,
    onQuery: options.onQuery,
  }).catch((error: unknown) => leave().then(() => Promise.reject(error)));
  try {
    const auditAttached = ensureAudit(db, config, log);
    const declaredSettings = [
      ...Object.values(siteSettings),
      ...mailSettings,
      ...Object.values(brandingSettings),
      ...domains.flatMap((domain) => domain.settings ?? []),
    ];
    const settingsOpened = openSettings(
      db,
      declaredSettings,
      async (key) => {
        for (const domain of domains) await domain.onSettingStored?.(site, key);
      },
      // a change of the page cache's own setting does not change any response
      (key) => key !== pageCacheSetting.key && db.changes.recordChange([SETTINGS_TABLE]),
      (get, changed) => {
        for (const domain of domains) domain.checkSettings?.({ config }, get, changed);
      },
    );
    // both run in parallel and must end before the database is closed
    await Promise.allSettled([auditAttached, settingsOpened, server.synced]);
    await server.synced;
    await auditAttached;
    const settings = await settingsOpened;
    const site: OpenSite = {
      config,
      db,
      log,
      metrics: new Registry(),
      settings,
      secretKey,
      previousKeys: config.previousKeys.filter((key) => key !== secretKey),
      state: new State(),
      domains,
      close: async () => {
        await settings.close();
        await db.close();
        await leave();
      },
    };
    return site;
  } catch (error) {
    await db.close();
    await leave();
    throw error;
  }
}

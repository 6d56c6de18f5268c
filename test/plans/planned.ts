import type { InjectOptions } from 'fastify';
import { createSiteApp } from '../support/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { prepareContent } from '../../src/initial-content.ts';
import { openSite } from '../../src/open-site.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFullScans, formatPlan, type PlanNode, explainStatement, type Statement } from './explain.ts';

const admin = {
  BOOTSTRAP_ADMIN_LOGIN: 'planner',
  BOOTSTRAP_ADMIN_EMAIL: 'planner@example.org',
  BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: 'p'.repeat(24),
};
/** Authorization header of the administrator. */
export const adminHeader = { authorization: `Basic ${btoa(`planner:${'p'.repeat(24)}`)}` };

export interface Planned {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Plans of each statement about the table, for its values and as a prepared statement. */
  plans: { mode: string; plan: PlanNode; text: string }[];
}

export interface PlannedSite {
  /** Sends a request to the site and returns the plans of its statements about a table. */
  explainRequest(request: InjectOptions, table: string): Promise<Planned>;
  close(): Promise<void>;
}

/** Opens a whole site on a PostgreSQL database that `fill` has filled, to inspect the plans of its statements. */
export async function openPlannedSite(fill: (url: string) => Promise<void>): Promise<PlannedSite> {
  const { url, drop } = await createTestDatabase();
  const environment = {
    DATABASE_URL: url,
    SITE_URL: 'http://site.test',
    SECRET_KEY: '7'.repeat(64),
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'none',
  };
  const site = await openSite(readConfig({ ...environment, ...admin }));
  await prepareContent(site);
  await fill(url);
  const statements: Statement[] = [];
  const sql: typeof site.db.sql = (text, values = [], name) => {
    statements.push({ text, values });
    return site.db.sql(text, values, name);
  };
  const rows: typeof site.db.rows = (statement, values = []) => {
    statements.push({ text: statement.text, values });
    return site.db.rows(statement, values);
  };
  const app = await createSiteApp({ ...site, db: { ...site.db, sql, rows } });
  return {
    async explainRequest(request, table) {
      statements.length = 0;
      const reply = await app.http.inject(request);
      const matching = statements.filter(({ text }) => new RegExp(`\\b${table}\\b`).test(text));
      const plans = [];
      for (const statement of matching)
        for (const [mode, plan] of Object.entries(await explainStatement(url, statement))) plans.push({ mode, plan, text: statement.text });
      return { status: reply.statusCode, headers: reply.headers, body: reply.json(), plans };
    },
    async close() {
      await app.http.close();
      await site.close();
      await drop();
    },
  };
}

/** Returns the plans with a full scan of a table, one line each. */
export function findScans({ plans }: Planned, table: string): string[] {
  return plans
    .filter(({ plan }) => findFullScans(plan, new Set([table])).length > 0)
    .map(({ mode, plan }) => `${mode}: ${formatPlan(plan)}`);
}

import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';

/** What came of a visit. */
export interface Visit {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Asks the site itself for an address below it, as a visitor of whom nothing is known would. */
export type VisitSite = (path: string) => Promise<Visit>;

const noVisitor = (): { visit: VisitSite | null } => ({ visit: null });

/** Lets the domain visit the service that serves the site. */
export function visitThrough(app: FastifyInstance, site: Site): void {
  const { host } = new URL(site.config.siteUrl);
  site.state.of(noVisitor).visit = async (url) => {
    const { statusCode, headers, payload } = await app.inject({ method: 'GET', url, headers: { host } });
    const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const);
    return { status: statusCode, headers: Object.fromEntries(texts), text: payload };
  };
}

/** Visits an address of the site, given as a path; null where nothing serves the site (a command line). */
export async function visit(site: Site, path: string): Promise<Visit | null> {
  return (await site.state.of(noVisitor).visit?.(path)) ?? null;
}

/** Path of the home page (1.4). */
export const HOME_PATH = '/';

import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';

/** Response to a request of `requestPage`. */
export interface PageResponse {
  status: number;
  /** Headers with lower-case names. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Requests a path of the site as an anonymous visitor. */
export type RequestPage = (path: string) => Promise<PageResponse>;

const createState = (): { send: RequestPage | null } => ({ send: null });

/** Makes `requestPage` send its requests to this service. */
export function setPageService(app: FastifyInstance, site: Site): void {
  const { host } = new URL(site.config.siteUrl);
  site.state.getOrCreate(createState).send = async (url) => {
    const { statusCode, headers, payload } = await app.inject({ method: 'GET', url, headers: { host } });
    const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const);
    return { status: statusCode, headers: Object.fromEntries(texts), text: payload };
  };
}

/** Requests a path of the site as an anonymous visitor. Returns null if this process serves no requests, as on the command line. */
export async function requestPage(site: Site, path: string): Promise<PageResponse | null> {
  return (await site.state.getOrCreate(createState).send?.(path)) ?? null;
}

/** Path of the home page. */
export const HOME_PATH = '/';

import type { Postmaster } from './postmaster.ts';

/** The role that owns everything in an embedded cluster. */
export const OWNER = 'marquee';

/** The database of the site. */
export const SITE_DATABASE = 'marquee';

/** Connection URL of a database of an embedded server, by its Unix socket. */
export function createEmbeddedUrl({ socketFolder, port }: Pick<Postmaster, 'socketFolder' | 'port'>, database = SITE_DATABASE): string {
  return `postgres://${OWNER}@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`;
}

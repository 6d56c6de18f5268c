import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { MetaChange } from './meta.registry.ts';

/**
 * A write of content, which is passed to other domains inside its transaction. They may write, too. If a domain throws, the transaction is rolled
 * back.
 */
export interface ContentWrite {
  id: number;
  kind: string;
  status: string;
  /** Ticket providers that the content had before the write. */
  ticketed: readonly string[];
  /** Change of meta in the input. */
  meta: MetaChange | undefined;
}

declare module '#app/core/domain/domain.ts' {
  interface Domain<Site> {
    /** Called after content is written, inside the transaction of the write. */
    contentWritten?(site: Site, tx: Tx, written: ContentWrite): Promise<void>;
    /** Called before content is permanently deleted, while its row is locked. A domain can lock its affected rows in its own order. */
    beforeContentDeleted?(tx: Tx, id: number): Promise<void>;
  }
}

/** Calls `beforeContentDeleted` of all domains, one after the other. */
export async function notifyBeforeDeletion(site: Site, tx: Tx, id: number): Promise<void> {
  for (const domain of site.domains) await domain.beforeContentDeleted?.(tx, id);
}

/** Calls `contentWritten` of all domains, one after the other. */
export async function notifyContentWritten(site: Site, tx: Tx, written: ContentWrite): Promise<void> {
  for (const domain of site.domains) await domain.contentWritten?.(site, tx, written);
}

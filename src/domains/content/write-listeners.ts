import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { MetaChange } from './meta.registry.ts';

/** A write of content, as other domains hear of it inside its transaction: they may write along with it, and their failure undoes it. */
export interface WrittenContent {
  id: number;
  kind: string;
  status: string;
  /** Providers that had tickets on it before. */
  ticketed: readonly string[];
  /** Meta that was given. */
  meta: MetaChange | undefined;
}

declare module '#app/core/domain/domain.ts' {
  interface Domain<Site> {
    /** What it does when content is written. */
    contentWritten?(site: Site, tx: Tx, written: WrittenContent): Promise<void>;
    /** What it does before content is deleted for good, whose row is locked: such as to lock in its own order what the deletion touches. */
    beforeContentGoes?(tx: Tx, id: number): Promise<void>;
  }
}

/** Tells all domains that the content is about to go, one after another. */
export async function tellRemoval(site: Site, tx: Tx, id: number): Promise<void> {
  for (const domain of site.domains) await domain.beforeContentGoes?.(tx, id);
}

/** Tells all domains, one after another. */
export async function tellWritten(site: Site, tx: Tx, written: WrittenContent): Promise<void> {
  for (const domain of site.domains) await domain.contentWritten?.(site, tx, written);
}

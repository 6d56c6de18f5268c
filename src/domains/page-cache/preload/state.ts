import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';

/** What a run is at. */
export type PreloadPhase = 'taxonomies' | 'posts';

/** An address that a run has asked for. */
export interface PreloadStep {
  group: PreloadPhase;
  /** Name of the taxonomy, or the number of the object in the run. */
  progress: string;
  url: string;
}

/** The one run, as it is stored. */
export interface PreloadState {
  phase: PreloadPhase | null;
  /** Addresses of the phase that are done. */
  done: number;
  /** Latest first. */
  history: PreloadStep[];
  nextAt: Date | null;
  previousAt: Date | null;
  stops: boolean;
  lockedAt: Date | null;
}

const idle: PreloadState = { phase: null, done: 0, history: [], nextAt: null, previousAt: null, stops: false, lockedAt: null };

/** What a run of the site is at, or when the next one begins. */
export async function preloadState(site: Site, tx: Tx = site.db.prisma): Promise<PreloadState> {
  const row = await tx.pageCachePreload.findUnique({ where: { id: 1 } });
  return row ? { ...row, phase: row.phase as PreloadPhase | null, history: row.history as unknown as PreloadStep[] } : idle;
}

/** Stores what changes of it. */
export async function storePreload(site: Site, changes: Partial<PreloadState>): Promise<void> {
  const data = changes as object;
  await site.db.prisma.pageCachePreload.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data });
}

/** Stores what changes of it while a run is under way; false, and nothing is stored, where it was stopped meanwhile. */
export async function advancePreload(site: Site, changes: Partial<PreloadState>): Promise<boolean> {
  const { count } = await site.db.prisma.pageCachePreload.updateMany({ where: { id: 1, stops: false }, data: changes as object });
  return count > 0;
}

import type { Site } from '#app/site.ts';

/** Phase of a run: first lists by category and tag, then all published objects (`posts`). */
export type PreloadPhase = 'taxonomies' | 'posts';

/** A URL that a run has requested. */
export interface PreloadStep {
  group: PreloadPhase;
  /** Name of the taxonomy, or position of the object in the run. */
  progress: string;
  url: string;
}

/** Stored state of the run. A site has only one. */
export interface PreloadState {
  phase: PreloadPhase | null;
  /** Number of finished URLs of the phase. */
  done: number;
  /** Requested URLs, latest first. */
  history: PreloadStep[];
  /** Start of the next run; null if none is planned. */
  nextAt: Date | null;
  /** End of the previous run; null if no run has ended yet. */
  previousAt: Date | null;
  /** True if the run was stopped and has not ended yet. */
  stops: boolean;
  /** Time of the latest progress of the process that runs it; null without a process. */
  lockedAt: Date | null;
}

const idle: PreloadState = { phase: null, done: 0, history: [], nextAt: null, previousAt: null, stops: false, lockedAt: null };

/** Returns the state of the run. */
export async function loadPreloadState(site: Site): Promise<PreloadState> {
  const row = await site.db.prisma.pageCachePreload.findUnique({ where: { id: 1 } });
  return row ? { ...row, phase: row.phase as PreloadPhase | null, history: row.history as unknown as PreloadStep[] } : idle;
}

/** Stores changes of the state. */
export async function storePreload(site: Site, changes: Partial<PreloadState>): Promise<void> {
  const data = changes as object;
  await site.db.prisma.pageCachePreload.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data });
}

/** Stores changes of the state during a run. Returns false and stores nothing if the run was stopped meanwhile. */
export async function advancePreload(site: Site, changes: Partial<PreloadState>): Promise<boolean> {
  const { count } = await site.db.prisma.pageCachePreload.updateMany({ where: { id: 1, stops: false }, data: changes as object });
  return count > 0;
}

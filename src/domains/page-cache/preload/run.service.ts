import { setTimeout as wait } from 'node:timers/promises';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { purgePages } from '../entries/purge.service.ts';
import { directoryOf } from '../entries/purge.rules.ts';
import { removeOlder } from '../entries/removal.service.ts';
import { mailAdministrator } from '../page-cache.mail.ts';
import { exclusionsOf, isRejectedPath } from '../requests/exclusions.rules.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { HOME_PATH, visit } from '../visits.ts';
import { objectBatch, type PreloadAddress, taxonomyBatch } from './addresses.ts';
import { advancePreload, preloadState, type PreloadPhase, type PreloadState, storePreload } from './state.ts';

const BATCH = 10;
const HISTORY = 5;
/** Time without progress after which another process takes over a run. */
const SILENT_AFTER_MS = 3_600_000;
const LOCKED_FOR_MS = 600_000;
const DAY_S = 86_400;

/** Pauses in milliseconds. Tests use none. */
export interface Pauses {
  betweenAddresses: number;
  betweenBatches: number;
}
const pauses: Pauses = { betweenAddresses: 1000, betweenBatches: 3000 };

/** Claims the run for this process. Returns false if another process runs it or if none is due. */
async function claim(site: Site): Promise<boolean> {
  const at = now();
  const silent = new Date(at.getTime() - SILENT_AFTER_MS);
  const locked = new Date(at.getTime() - LOCKED_FOR_MS);
  const { count } = await site.db.prisma.pageCachePreload.updateMany({
    where: {
      id: 1,
      OR: [
        // stopping clears `nextAt`: if it is due, a run was requested after the stop, and the stopped run has ended by now
        { nextAt: { lte: at }, OR: [{ lockedAt: null }, { lockedAt: { lte: locked } }] },
        { stops: false, phase: { not: null }, lockedAt: { lte: silent } },
      ],
    },
    data: { lockedAt: at, nextAt: null, stops: false },
  });
  return count > 0;
}

/** Requests all configured addresses if a run is due and no other process runs it. */
export async function runPreload(site: Site, { betweenAddresses, betweenBatches }: Pauses = pauses): Promise<void> {
  if (!site.config.pageCachePreload || !(await claim(site))) return;
  const { preload } = site.settings.get(pageCacheSetting);
  const before = await preloadState(site);
  const phases: PreloadPhase[] = before.phase === 'posts' || !preload.taxonomies ? ['posts'] : ['taxonomies', 'posts'];
  if (preload.mailVolume !== 'NONE' && before.phase === null)
    await mailAdministrator(site, 'The page cache is being filled', 'The preload has begun.');
  for (const phase of phases) {
    for (let done = before.phase === phase ? before.done : 0; ; done += BATCH) {
      const batch = await nextBatch(site, phase, done, preload.posts);
      if (batch.length === 0) break;
      for (const address of batch) {
        const state = await preloadState(site);
        if (state.stops) return await stopped(site);
        if (!(await preloadOne(site, phase, address, state))) return await stopped(site);
        await wait(betweenAddresses);
      }
      if (!(await advancePreload(site, { phase, done: done + BATCH, lockedAt: now() }))) return await stopped(site);
      if (preload.mailVolume === 'MEDIUM' || preload.mailVolume === 'MANY')
        await mailAdministrator(site, 'The page cache is being filled', `${done + batch.length} addresses (${phase}) are done.`);
      await wait(betweenBatches);
    }
  }
  await finish(site);
}

async function nextBatch(site: Site, phase: PreloadPhase, done: number, posts: number | null): Promise<PreloadAddress[]> {
  if (phase === 'taxonomies') return await taxonomyBatch(site, done, BATCH);
  const left = posts === null ? BATCH : Math.min(BATCH, posts - done);
  return left > 0 ? await objectBatch(site, done, left) : [];
}

/** Requests an address again. Returns false if the run was stopped meanwhile. */
async function preloadOne(site: Site, phase: PreloadPhase, { path, progress }: PreloadAddress, state: PreloadState): Promise<boolean> {
  const { host } = new URL(site.config.siteUrl);
  const url = site.config.siteUrl + path;
  if (path !== HOME_PATH && !isRejectedPath(exclusionsOf(site), path)) {
    // lists by term differ only in their query: purging one must not purge the others
    await purgePages(site, path.includes('?') ? { url: host + path } : { directory: directoryOf(host + path) });
    await visit(site, path);
  }
  const history = [{ group: phase, progress, url }, ...state.history].slice(0, HISTORY);
  return await advancePreload(site, { phase, history, lockedAt: now() });
}

async function stopped(site: Site): Promise<void> {
  await storePreload(site, { phase: null, done: 0, lockedAt: null });
  if (site.settings.get(pageCacheSetting).preload.mailVolume !== 'NONE')
    await mailAdministrator(site, 'The page cache is no longer being filled', 'The preload was stopped.');
}

/** Removes responses that the run did not renew, and plans the next run. */
async function finish(site: Site): Promise<void> {
  const { preload } = site.settings.get(pageCacheSetting);
  const at = now();
  await removeOlder(site, preload.interval > 0 ? preload.interval * 60 : DAY_S);
  const nextAt = preload.isOn && preload.interval > 0 ? new Date(at.getTime() + preload.interval * 60_000) : null;
  if (!(await advancePreload(site, { phase: null, done: 0, lockedAt: null, previousAt: at, nextAt }))) return await stopped(site);
  if (preload.mailVolume !== 'NONE') await mailAdministrator(site, 'The page cache is filled', 'The preload has ended.');
}

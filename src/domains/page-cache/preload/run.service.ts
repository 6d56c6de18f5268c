import { setTimeout as wait } from 'node:timers/promises';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { purgePages } from '../entries/purge.service.ts';
import { getDirectory } from '../entries/purge.rules.ts';
import { removeOlder } from '../entries/removal.service.ts';
import { queueAdministratorMail } from '../page-cache.mail.ts';
import { getExclusions, isRejectedPath } from '../requests/exclusions.rules.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { HOME_PATH, requestPage } from '../visits.ts';
import { listObjectBatch, type PreloadPath, listTaxonomyBatch } from './paths.ts';
import { advancePreload, loadPreloadState, type PreloadPhase, type PreloadState, storePreload } from './state.ts';

const BATCH_SIZE = 10;
/** Maximum number of URLs in the stored history. */
const MAX_HISTORY = 5;
/** Time without progress after which another process takes over a run. */
const ABANDONED_AFTER_MS = 3_600_000;
/** Time after which the lock of a stopped run is ignored. */
const LOCK_MS = 600_000;
const DAY_S = 86_400;

/** Pauses in milliseconds. */
export interface Pauses {
  betweenPaths: number;
  betweenBatches: number;
}
const defaultPauses: Pauses = { betweenPaths: 1000, betweenBatches: 3000 };

/** Claims the run for this process. Returns false if another process runs it or if no run is due. */
async function claimRun(site: Site): Promise<boolean> {
  const at = now();
  const abandonedBefore = new Date(at.getTime() - ABANDONED_AFTER_MS);
  const lockedBefore = new Date(at.getTime() - LOCK_MS);
  const { count } = await site.db.prisma.pageCachePreload.updateMany({
    where: {
      id: 1,
      OR: [
        // a stop clears `nextAt`, so a due `nextAt` was set after the stop, when the stopped run had ended
        { nextAt: { lte: at }, OR: [{ lockedAt: null }, { lockedAt: { lte: lockedBefore } }] },
        { stops: false, phase: { not: null }, lockedAt: { lte: abandonedBefore } },
      ],
    },
    data: { lockedAt: at, nextAt: null, stops: false },
  });
  return count > 0;
}

/** Requests all configured URLs if a run is due and no other process is running it. */
export async function runPreload(site: Site, { betweenPaths, betweenBatches }: Pauses = defaultPauses): Promise<void> {
  if (!site.config.pageCachePreload || !(await claimRun(site))) return;
  const { preload } = site.settings.get(pageCacheSetting);
  const previous = await loadPreloadState(site);
  const phases: PreloadPhase[] = previous.phase === 'posts' || !preload.taxonomies ? ['posts'] : ['taxonomies', 'posts'];
  if (preload.mailVolume !== 'NONE' && previous.phase === null)
    await queueAdministratorMail(site, 'The page cache is being filled', 'The preload has started.');
  for (const phase of phases) {
    for (let done = previous.phase === phase ? previous.done : 0; ; done += BATCH_SIZE) {
      const batch = await listNextBatch(site, phase, done, preload.posts);
      if (batch.length === 0) break;
      for (const preloadedPath of batch) {
        const state = await loadPreloadState(site);
        if (state.stops) return await handleStop(site);
        if (!(await preloadPath(site, phase, preloadedPath, state))) return await handleStop(site);
        await wait(betweenPaths);
      }
      if (!(await advancePreload(site, { phase, done: done + BATCH_SIZE, lockedAt: now() }))) return await handleStop(site);
      if (preload.mailVolume === 'MEDIUM' || preload.mailVolume === 'MANY')
        await queueAdministratorMail(site, 'The page cache is being filled', `${done + batch.length} URLs (${phase}) are done.`);
      await wait(betweenBatches);
    }
  }
  await finishRun(site);
}

async function listNextBatch(site: Site, phase: PreloadPhase, done: number, posts: number | null): Promise<PreloadPath[]> {
  if (phase === 'taxonomies') return await listTaxonomyBatch(site, done, BATCH_SIZE);
  const remaining = posts === null ? BATCH_SIZE : Math.min(BATCH_SIZE, posts - done);
  return remaining > 0 ? await listObjectBatch(site, done, remaining) : [];
}

/** Removes the response of a URL and requests it again. Returns false if the run was stopped meanwhile. */
async function preloadPath(site: Site, phase: PreloadPhase, { path, progress }: PreloadPath, state: PreloadState): Promise<boolean> {
  const { host } = new URL(site.config.siteUrl);
  const url = site.config.siteUrl + path;
  if (path !== HOME_PATH && !isRejectedPath(getExclusions(site), path)) {
    // lists by term differ only in the query, so a purge by directory would remove all of them
    await purgePages(site, path.includes('?') ? { url: host + path } : { directory: getDirectory(host + path) });
    await requestPage(site, path);
  }
  const history = [{ group: phase, progress, url }, ...state.history].slice(0, MAX_HISTORY);
  return await advancePreload(site, { phase, history, lockedAt: now() });
}

async function handleStop(site: Site): Promise<void> {
  await storePreload(site, { phase: null, done: 0, lockedAt: null });
  if (site.settings.get(pageCacheSetting).preload.mailVolume !== 'NONE')
    await queueAdministratorMail(site, 'The page cache is no longer being filled', 'The preload was stopped.');
}

/** Removes responses that the run did not renew, and plans the next run. */
async function finishRun(site: Site): Promise<void> {
  const { preload } = site.settings.get(pageCacheSetting);
  const at = now();
  await removeOlder(site, preload.interval > 0 ? preload.interval * 60 : DAY_S);
  const nextAt = preload.isOn && preload.interval > 0 ? new Date(at.getTime() + preload.interval * 60_000) : null;
  if (!(await advancePreload(site, { phase: null, done: 0, lockedAt: null, previousAt: at, nextAt }))) return await handleStop(site);
  if (preload.mailVolume !== 'NONE') await queueAdministratorMail(site, 'The page cache is filled', 'The preload has ended.');
}

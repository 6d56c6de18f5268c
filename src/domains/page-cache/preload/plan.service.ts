import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { runPreload } from './run.service.ts';
import { preloadState, storePreload } from './state.ts';

/** Between asking for a run and its beginning. */
const BEGINS_AFTER_MS = 10_000;

/** Starts a run soon after its time; a process that ends before leaves it to the job of the next minute. */
export function beginIn(site: Site, milliseconds: number): void {
  const start = () =>
    runPreload(site).catch((error: unknown) => site.log.warn({ err: error }, 'the preload failed; it is tried again later'));
  setTimeout(() => void start(), milliseconds).unref();
}

/** Follows changed settings: the next run is as far away as they say, or no further run is planned. */
export async function planPreload(site: Site, at: Date): Promise<void> {
  const { preload } = site.settings.get(pageCacheSetting);
  const isPlanned = preload.isOn && preload.interval > 0;
  await storePreload(site, { nextAt: isPlanned ? new Date(at.getTime() + preload.interval * 60_000) : null });
}

/** Asks for a run now, from the beginning. */
export async function startPreload(site: Site): Promise<void> {
  const nextAt = new Date(now().getTime() + BEGINS_AFTER_MS);
  await storePreload(site, { phase: null, done: 0, history: [], stops: false, lockedAt: null, nextAt });
  beginIn(site, BEGINS_AFTER_MS);
}

/** Stops the run and forgets the next one. */
export async function stopPreload(site: Site): Promise<void> {
  await storePreload(site, { phase: null, done: 0, stops: true, lockedAt: null, nextAt: null });
}

/** Whether a run is under way or planned. */
export async function isPreloading(site: Site): Promise<boolean> {
  const { phase, nextAt } = await preloadState(site);
  return phase !== null || nextAt !== null;
}

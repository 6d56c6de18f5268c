import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { runPreload } from './run.service.ts';
import { loadPreloadState, storePreload } from './state.ts';

/** Delay between a request to preload and its start. */
const START_DELAY_MS = 10_000;

/** Starts a run after a delay. If the process ends before that, the job that runs every minute starts it. */
export function planStart(site: Site, milliseconds: number): void {
  const start = () =>
    runPreload(site).catch((error: unknown) => site.log.warn({ err: error }, 'the preload failed and will be retried later'));
  setTimeout(() => void start(), milliseconds).unref();
}

/** Plans the next run as the settings specify, or cancels it if preloading is off. */
export async function planPreload(site: Site, at: Date): Promise<void> {
  const { preload } = site.settings.get(pageCacheSetting);
  const isPlanned = preload.isOn && preload.interval > 0;
  await storePreload(site, { nextAt: isPlanned ? new Date(at.getTime() + preload.interval * 60_000) : null });
}

/** Starts a new run after a short delay. */
export async function startPreload(site: Site): Promise<void> {
  const nextAt = new Date(now().getTime() + START_DELAY_MS);
  await storePreload(site, { phase: null, done: 0, history: [], stops: false, lockedAt: null, nextAt });
  planStart(site, START_DELAY_MS);
}

/** Stops the run and cancels the next one. */
export async function stopPreload(site: Site): Promise<void> {
  await storePreload(site, { phase: null, done: 0, stops: true, lockedAt: null, nextAt: null });
}

/** True if a run is active or planned. */
export async function isPreloading(site: Site): Promise<boolean> {
  const { phase, nextAt } = await loadPreloadState(site);
  return phase !== null || nextAt !== null;
}

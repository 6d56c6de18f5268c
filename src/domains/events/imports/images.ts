import { Failure } from '#app/core/failures/failure.ts';
import { chooseImage, type ImageChoice } from '../images.ts';
import type { Site } from '#app/site.ts';
import type { ImportItem } from './item.rules.ts';

/** Maximum number of concurrent requests. */
const CONCURRENCY = 6;
/** Timeout of all images of a batch together, in milliseconds. It is short, because the sender waits. */
const TIMEOUT_MS = 30_000;

/** Requests all images of the items and returns them by URL; call it before any transaction. Omits images that do not load in time. */
export async function fetchItemImages(site: Site, items: readonly ImportItem[]): Promise<Map<string, ImageChoice>> {
  const urls = new Set(
    items
      .flatMap((item) => [item.image, item.venue?.image, ...(item.organizers ?? []).map((organizer) => organizer.image)])
      .filter((url) => url !== undefined),
  );
  const choices = new Map<string, ImageChoice>();
  const queue = [...urls];
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const fetchFromQueue = async () => {
    for (let url = queue.shift(); url !== undefined && !timeout.aborted; url = queue.shift()) {
      try {
        const choice = await chooseImage(site, url, 'image', timeout);
        if (choice) choices.set(url, choice);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchFromQueue));
  return choices;
}

import { Failure } from '#app/core/failures/failure.ts';
import { chooseImage, type ImageChoice } from '../images.ts';
import type { Site } from '#app/site.ts';
import type { ImportItem } from './item.rules.ts';

/** Maximum number of concurrent requests. */
const CONCURRENCY = 6;
/** Timeout for all images of a batch in milliseconds, because the sender waits. */
const TIMEOUT_MS = 30_000;

/** Requests all images of the items before a transaction is open, and returns them by address. Omits images that do not load in time. */
export async function fetchItemImages(site: Site, items: readonly ImportItem[]): Promise<Map<string, ImageChoice>> {
  const addresses = new Set(
    items
      .flatMap((item) => [item.image, item.venue?.image, ...(item.organizers ?? []).map((organizer) => organizer.image)])
      .filter((address) => address !== undefined),
  );
  const choices = new Map<string, ImageChoice>();
  const queue = [...addresses];
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const fetchFromQueue = async () => {
    for (let address = queue.shift(); address !== undefined && !timeout.aborted; address = queue.shift()) {
      try {
        const choice = await chooseImage(site, address, 'image');
        if (choice) choices.set(address, choice);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchFromQueue));
  return choices;
}

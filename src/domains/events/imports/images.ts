import { Failure } from '#app/core/failures/failure.ts';
import { chooseImage, type ImageChoice } from '../images.ts';
import type { Site } from '#app/site.ts';
import type { ImportItem } from './item.rules.ts';

/** Maximum number of concurrent requests. */
const AT_ONCE = 6;
/** Timeout for all images of a batch in milliseconds, because the sender waits. */
const LONGEST_MS = 30_000;

/** Requests all images of the items before a transaction is open. Skips images that do not load in time: the event is stored without them. */
export async function imagesOf(site: Site, items: readonly ImportItem[]): Promise<Map<string, ImageChoice>> {
  const addresses = new Set(
    items
      .flatMap((item) => [item.image, item.venue?.image, ...(item.organizers ?? []).map((one) => one.image)])
      .filter((address) => address !== undefined),
  );
  const chosen = new Map<string, ImageChoice>();
  const waiting = [...addresses];
  const late = AbortSignal.timeout(LONGEST_MS);
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined && !late.aborted; address = waiting.shift()) {
      try {
        const choice = await chooseImage(site, address, 'image');
        if (choice) chosen.set(address, choice);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return chosen;
}

import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { HOME_PATH, requestPage } from './visits.ts';

/** Names of the three requests of the test, for messages. */
const requests = ['prime', 'first', 'second'] as const;

/** Requests the home page three times. Throws `page_cache_test_failed` unless the last two responses are the same cached response. */
export async function testPageCache(site: Site): Promise<void> {
  const dates: (string | undefined)[] = [];
  for (const name of requests) {
    const response = await requestPage(site, HOME_PATH);
    if (response?.status !== 200) throw selfTestFailed(`The home page could not be fetched (${name}).`);
    dates.push(response.headers['x-page-cache-date']);
  }
  const [, first, second] = dates;
  if (first === undefined || second === undefined) throw selfTestFailed('The home page does not come from the cache.');
  if (first !== second) throw selfTestFailed('The home page was rendered again between two requests.');
}

const selfTestFailed = (message: string): Failure => new Failure('page_cache_test_failed', 500, message);

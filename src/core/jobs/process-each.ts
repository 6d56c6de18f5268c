import { isDatabaseDown } from '../db/errors.ts';
import type { Log } from '../logging/log.ts';

/**
 * Runs the work for each item, one after the other, and returns the results. If the work of an item throws, logs the message with the ID and continues,
 * so that one item does not block the others. Throws if the database is unavailable.
 */
export async function processEach<Item extends { id: unknown }, Result>(
  { log }: { log: Log },
  items: Iterable<Item> | AsyncIterable<Item>,
  message: string,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const item of items) {
    try {
      results.push(await work(item));
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      log.error({ err: error, id: item.id }, message);
    }
  }
  return results;
}

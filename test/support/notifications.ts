import type { Site } from '../../src/site.ts';

const CHANNEL = 'test_received';

/**
 * Waits until the process has received the notifications about all its writes, so that they do not remove cache entries that are added afterwards.
 */
export async function waitForNotifications({ db }: Site): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await db.listen(CHANNEL, () => resolve());
  await db.sql(`SELECT pg_notify('${CHANNEL}', '')`);
  await promise;
  await stop();
}

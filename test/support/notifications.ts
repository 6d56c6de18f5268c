import type { Site } from '../../src/site.ts';

const CHANNEL = 'test_heard';

/** Waits until the process has received the notifications of all its writes, which arrive in commit order. Later cache entries are not removed. */
export async function waitForNotifications({ db }: Site): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await db.listen(CHANNEL, () => resolve());
  await db.sql(`SELECT pg_notify('${CHANNEL}', '')`);
  await promise;
  await stop();
}

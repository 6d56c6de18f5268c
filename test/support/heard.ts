import type { Site } from '../../src/site.ts';

const CHANNEL = 'test_heard';

/** Waits until the process has been told back all that it wrote: the database tells in the order of the commits. What is kept afterwards stays. */
export async function allHeard({ db }: Site): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await db.listen(CHANNEL, () => resolve());
  await db.sql(`SELECT pg_notify('${CHANNEL}', '')`);
  await promise;
  await stop();
}

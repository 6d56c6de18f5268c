import { describe, expect, it } from 'vitest';
import { batchedReads } from '../../src/core/batching/batched-reads.ts';
import { RegistrationQueue, type Turn } from '../../src/domains/tickets/registration-queue.ts';

/** Returns a promise that the test resolves. */
function deferred<T>() {
  let end: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Registrations for one ticket', () => {
  it('are refused without another query if a later query has already found no place', async () => {
    const queue = new RegistrationQueue();
    const first = deferred<'short' | 'taken'>();
    let asked = 0;
    const ask = ({ isDecided }: Turn) => {
      if (isDecided) return Promise.resolve('short' as const);
      asked += 1;
      return first.promise;
    };
    const all = Array.from({ length: 50 }, () => queue.run(1, ask, (result) => result === 'short'));
    await settle();
    expect(asked).toBe(4);
    first.end('short');
    expect(new Set(await Promise.all(all))).toEqual(new Set(['short']));
    // the first four queries ran before the other registrations, the next four after all of them
    expect(asked).toBe(8);
  });

  it('query again after the refusal, because a place may be available by then', async () => {
    const queue = new RegistrationQueue();
    await queue.run(
      1,
      () => Promise.resolve('short'),
      () => true,
    );
    expect(
      await queue.run(
        1,
        ({ isDecided }) => Promise.resolve(isDecided),
        () => false,
      ),
    ).toBe(false);
  });

  it('continue after a failure, and do not block other tickets', async () => {
    const queue = new RegistrationQueue();
    const stuck = deferred<'taken'>();
    const waiting = Array.from({ length: 4 }, () =>
      queue.run(
        1,
        () => stuck.promise,
        () => false,
      ),
    );
    const fifth = queue.run(
      1,
      () => Promise.reject(new Error('lost')),
      () => false,
    );
    const sixth = queue.run(
      1,
      () => Promise.resolve('taken'),
      () => false,
    );
    await expect(
      queue.run(
        2,
        () => Promise.resolve('other'),
        () => false,
      ),
    ).resolves.toBe('other');
    stuck.end('taken');
    await expect(fifth).rejects.toThrow('lost');
    await expect(sixth).resolves.toBe('taken');
    await expect(Promise.all(waiting)).resolves.toHaveLength(4);
  });
});

describe('Simultaneous reads', () => {
  it('share one query that starts after all of them', async () => {
    let value = 'old';
    const statements: (readonly number[])[] = [];
    const gates = [deferred<void>(), deferred<void>(), deferred<void>()];
    const read = batchedReads(async (ids) => {
      statements.push(ids);
      const seen = value;
      await gates[statements.length - 1]?.promise;
      return ids.map((id) => ({ id, seen }));
    });
    const [first, second] = [read([1]), (await settle(), read([2]))];
    await settle();
    value = 'new';
    const late = [read([1]), read([3]), read([4, 9])];
    await settle();
    expect(statements).toEqual([[1], [2]]);
    for (const gate of gates) gate.end();
    expect(await first).toEqual([{ id: 1, seen: 'old' }]);
    expect(await second).toEqual([{ id: 2, seen: 'old' }]);
    expect((await Promise.all(late)).flat()).toEqual([
      { id: 1, seen: 'new' },
      { id: 3, seen: 'new' },
      { id: 4, seen: 'new' },
      { id: 9, seen: 'new' },
    ]);
    expect(statements).toHaveLength(3);
  });

  it('share a failure, and work again afterwards', async () => {
    let isDown = true;
    const read = batchedReads(async (ids) => {
      if (isDown) throw new Error('down');
      return ids.map((id) => ({ id }));
    });
    await expect(Promise.all([read([1]), read([2])])).rejects.toThrow('down');
    isDown = false;
    await expect(read([1])).resolves.toEqual([{ id: 1 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { createBatchedReader } from '../../src/core/batching/batched-reads.ts';
import { RegistrationQueue, type TurnState } from '../../src/domains/tickets/registration-queue.ts';

const waitATick = () => new Promise((resolve) => setImmediate(resolve));

describe('Registrations for one ticket', () => {
  it('are refused without a query of their own if a query that started after them found no place', async () => {
    const queue = new RegistrationQueue();
    const first = Promise.withResolvers<'short' | 'taken'>();
    let queries = 0;
    const query = ({ isDecided }: TurnState) => {
      if (isDecided) return Promise.resolve('short' as const);
      queries += 1;
      return first.promise;
    };
    const registrations = Array.from({ length: 50 }, () => queue.run(1, query, (result) => result === 'short'));
    await waitATick();
    expect(queries).toBe(4);
    first.resolve('short');
    expect(new Set(await Promise.all(registrations))).toEqual(new Set(['short']));
    // the first four queries ran before the other registrations, the next four after all of them
    expect(queries).toBe(8);
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
    const stuck = Promise.withResolvers<'taken'>();
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
    stuck.resolve('taken');
    await expect(fifth).rejects.toThrow('lost');
    await expect(sixth).resolves.toBe('taken');
    await expect(Promise.all(waiting)).resolves.toHaveLength(4);
  });
});

describe('Simultaneous reads', () => {
  it('share one query that starts after all of them', async () => {
    let value = 'old';
    const statements: (readonly number[])[] = [];
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const read = createBatchedReader(async (ids) => {
      statements.push(ids);
      const valueRead = value;
      await gates[statements.length - 1]?.promise;
      return ids.map((id) => ({ id, value: valueRead }));
    });
    const [first, second] = [read([1]), (await waitATick(), read([2]))];
    await waitATick();
    value = 'new';
    const lateReads = [read([1]), read([3]), read([4, 9])];
    await waitATick();
    expect(statements).toEqual([[1], [2]]);
    for (const gate of gates) gate.resolve();
    expect(await first).toEqual([{ id: 1, value: 'old' }]);
    expect(await second).toEqual([{ id: 2, value: 'old' }]);
    expect((await Promise.all(lateReads)).flat()).toEqual([
      { id: 1, value: 'new' },
      { id: 3, value: 'new' },
      { id: 4, value: 'new' },
      { id: 9, value: 'new' },
    ]);
    expect(statements).toHaveLength(3);
  });

  it('share a failure, and work again afterwards', async () => {
    let isDown = true;
    const read = createBatchedReader(async (ids) => {
      if (isDown) throw new Error('down');
      return ids.map((id) => ({ id }));
    });
    await expect(Promise.all([read([1]), read([2])])).rejects.toThrow('down');
    isDown = false;
    await expect(read([1])).resolves.toEqual([{ id: 1 }]);
  });
});

import type { SpanContext } from '@opentelemetry/api';
import { spanAtHand, traced } from '../tracing/tracing.ts';
import { type CacheDependencies, madeOfNothing, noteSame, notingIn } from '../caching/cache-dependencies.ts';

/** Most reads of one kind under way at once; anyone who asks meanwhile shares the next one. */
const MAX_CONCURRENT = 2;

interface Batch<T> {
  ids: Set<number>;
  rows: Promise<ReadonlyMap<number, T>>;
  /** What the rows are made of, for everybody who shares them. */
  madeOf: CacheDependencies;
  /** Where its statement is seen: in the trace of the first caller. */
  span: SpanContext | undefined;
}

/**
 * Reads rows by number for all requests of the process together: anyone who asks while such reads are under way shares one statement with
 * the others who wait. A read always begins after it was asked for, so it is as fresh as one of its own. Rows are shared: nobody may
 * change them.
 */
export function batchedReads<T extends { id: number }>(
  load: (ids: readonly number[]) => Promise<T[]>,
): (ids: readonly number[]) => Promise<T[]> {
  let running = 0;
  let next: Batch<T> | null = null;
  const waiting: (() => void)[] = [];

  const turn = () => (running < MAX_CONCURRENT ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)));

  function open(): Batch<T> {
    const ids = new Set<number>();
    const madeOf = { ...madeOfNothing(), statements: [] };
    const rows = turn().then(async () => {
      // from now on others need a later read
      if (next === batch) next = null;
      running += 1;
      try {
        return new Map((await notingIn(madeOf, () => load([...ids]))).map((row) => [row.id, row]));
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    });
    const batch = { ids, rows, madeOf, span: spanAtHand() };
    return batch;
  }

  return (ids) =>
    traced('wait for a shared read', async (span) => {
      const batch = (next ??= open());
      for (const id of ids) batch.ids.add(id);
      if (batch.span && batch.span.traceId !== span?.spanContext().traceId) span?.addLink({ context: batch.span });
      const rows = await batch.rows;
      noteSame(batch.madeOf);
      return ids.flatMap((id) => rows.get(id) ?? []);
    });
}

import type { SpanContext } from '@opentelemetry/api';
import { getCurrentSpanContext, runTraced } from '../tracing/tracing.ts';
import { type CacheDependencies, createDependencies, addDependencies, trackDependencies } from '../caching/cache-dependencies.ts';

/** Maximum number of reads that run at the same time for one function. Later callers share the next read. */
const MAX_CONCURRENT = 2;

interface Batch<T> {
  ids: Set<number>;
  rows: Promise<ReadonlyMap<number, T>>;
  /** Cache dependencies of the rows, added to the response of each caller. */
  dependencies: CacheDependencies;
  /** Span of the first caller, under which the trace shows the statement. */
  span: SpanContext | undefined;
}

/**
 * Returns a function that reads rows by ID for all requests of the process. Callers that arrive while the maximum number of reads is running share
 * the next statement. A statement always starts after all of its callers arrived, so its rows are as fresh as those of an unshared one. Callers must
 * not modify the rows, because other callers may have the same objects.
 */
export function createBatchedReader<T extends { id: number }>(
  load: (ids: readonly number[]) => Promise<T[]>,
): (ids: readonly number[]) => Promise<T[]> {
  let running = 0;
  let next: Batch<T> | null = null;
  const waiting: (() => void)[] = [];

  const waitForSlot = () => (running < MAX_CONCURRENT ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)));

  function createBatch(): Batch<T> {
    const ids = new Set<number>();
    const dependencies = { ...createDependencies(), statements: [] };
    const rows = waitForSlot().then(async () => {
      // callers that arrive from now on share the next read
      if (next === batch) next = null;
      running += 1;
      try {
        return new Map((await trackDependencies(dependencies, () => load([...ids]))).map((row) => [row.id, row]));
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    });
    const batch = { ids, rows, dependencies, span: getCurrentSpanContext() };
    return batch;
  }

  return (ids) =>
    runTraced('wait for a shared read', async (span) => {
      const batch = (next ??= createBatch());
      for (const id of ids) batch.ids.add(id);
      if (batch.span && batch.span.traceId !== span?.spanContext().traceId) span?.addLink({ context: batch.span });
      const rows = await batch.rows;
      addDependencies(batch.dependencies);
      return ids.flatMap((id) => rows.get(id) ?? []);
    });
}

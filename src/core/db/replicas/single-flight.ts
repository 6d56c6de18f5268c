/**
 * Shares one asynchronous operation between all waiting callers and runs one at a time. Callers that arrive during a run share the next one, so no result is
 * older than the call.
 */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const current = run().finally(() => {
      if (running === current) running = null;
    });
    return (running = current);
  };
  return () => {
    if (next) return next;
    if (!running) return begin();
    const after = () => {
      next = null;
      return begin();
    };
    return (next = running.then(after, after));
  };
}

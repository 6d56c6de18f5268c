/**
 * Returns a function that shares runs of an asynchronous operation between callers. Only one run is in progress at a time. Callers that arrive during
 * a run share the next one, so no caller gets a result of a run that began before its call.
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

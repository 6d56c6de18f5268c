/** Asks the same for everybody who waits, one question at a time: anyone who comes while one is under way gets the result of the next, so never of one that was asked before. */
export function singleFlight<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const asked = ask().finally(() => {
      if (running === asked) running = null;
    });
    return (running = asked);
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

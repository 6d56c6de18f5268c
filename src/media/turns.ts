/** Lets so many works run at a time; the others wait in the order they came. */
export function takingTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => void waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // who waits takes the place over, so the number running stays
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

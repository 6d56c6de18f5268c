/** Returns the value of a promise, or `fallback` if it takes longer than `ms` milliseconds. Rejects if the promise rejects. */
export async function withTimeout<T, Fallback = T>(promise: Promise<T>, ms: number, fallback: Fallback): Promise<T | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  return await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

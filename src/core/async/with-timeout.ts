/** Returns the value of a promise, or `otherwise` if it takes longer than `ms` milliseconds. Rejects if the promise rejects. */
export async function withTimeout<T, Otherwise = T>(answer: Promise<T>, ms: number, otherwise: Otherwise): Promise<T | Otherwise> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

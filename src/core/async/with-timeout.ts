/** The response, or what stands for it where it takes longer than this many milliseconds; what the response throws, it throws. */
export async function withTimeout<T, Otherwise = T>(answer: Promise<T>, ms: number, otherwise: Otherwise): Promise<T | Otherwise> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable } from './errors.ts';

const attempts = 5;

/** Runs a single statement and repeats it up to five times on conflicts with other transactions, as `transaction` does. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
    await pause(Math.random() * 20 * 2 ** attempt);
  }
}

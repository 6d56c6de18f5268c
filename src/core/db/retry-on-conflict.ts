import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable } from './errors.ts';

const MAX_ATTEMPTS = 5;

/** Runs a single statement. If it conflicts with other transactions, repeats it, as `transaction` does. Runs it at most five times. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
    await pause(Math.random() * 20 * 2 ** attempt);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable } from './errors.ts';

const attempts = 5;

/** Runs a single statement, again when it loses against another transaction (up to five times), as `transaction` does with whole ones. */
export async function retrying<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
    await pause(Math.random() * 20 * 2 ** attempt);
  }
}

import { isUniqueViolation } from './errors.ts';

const MAX_TRIES = 5;

/**
 * Runs a write. Repeats it if a concurrent writer took the same unique value, such as a slug. Runs it at most five times. With `constraint`, only a
 * violation of this unique index is repeated.
 */
export async function retryOnUniqueViolation<T>(write: () => Promise<T>, constraint?: string): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= MAX_TRIES || !isUniqueViolation(error, constraint)) throw error;
    }
  }
}

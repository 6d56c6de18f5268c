import { isUniqueViolation } from './errors.ts';

const MAX_TRIES = 5;

/** Runs a write, and repeats it if a concurrent writer took the same unique value, such as a slug. `constraint` limits this to one unique index. */
export async function retryOnUniqueViolation<T>(write: () => Promise<T>, constraint?: string): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= MAX_TRIES || !isUniqueViolation(error, constraint)) throw error;
    }
  }
}

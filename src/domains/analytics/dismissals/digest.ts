import { createHash } from 'node:crypto';

/** What stands for a slug in keys: slugs are chosen by clients and may be longer than an index takes. */
export function digestOf(slug: string): string {
  return createHash('sha256').update(slug).digest('hex');
}

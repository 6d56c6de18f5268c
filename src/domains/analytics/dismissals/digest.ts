import { createHash } from 'node:crypto';

/** Returns a hash of a slug for the database key. Clients choose slugs, which may be longer than an index allows. */
export function hashSlug(slug: string): string {
  return createHash('sha256').update(slug).digest('hex');
}

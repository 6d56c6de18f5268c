import { invalidArguments } from '#app/core/failures/failure.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { findTerm } from '#app/domains/content/terms/term.record.ts';
import type { LookupKey } from '../public/lookup.ts';

/** Lookup by slug, which is unique within its taxonomy. */
export const termSlugKey: LookupKey = {
  description: 'Name in URLs. Requires the argument `taxonomy`.',
  find: async (slug, { site }, { taxonomy }) => {
    if (typeof taxonomy !== 'string')
      throw invalidArguments({ taxonomy: 'A slug is unique only within a taxonomy: pass the `taxonomy` too.' });
    const sanitized = sanitizeSlug(slug);
    const term = await findTerm(site, taxonomy, sanitized);
    return term?.slug === sanitized ? term.id : null;
  },
};

import { formatMeanings } from '../content/closed-sets.ts';
import type { ClosedSet } from '../public/told.ts';

const found = { post: 'A post.', page: 'A page.', tribe_events: 'An event.', category: 'A category.', post_tag: 'A tag.' };
const { standard: _standard, ...foundFormats } = formatMeanings;
const names = { tribe_events: 'EVENT', post_tag: 'TAG' };

export const searchSubtypes: ClosedSet = {
  name: 'SearchSubtype',
  description: 'Subtype of what a search finds.',
  values: { ...found, ...foundFormats },
  names,
};

export const searchSubtypesAsked: ClosedSet = {
  name: 'SearchSubtypeFilter',
  description: 'Type of what a search looks for.',
  values: { ...found, any: 'Everything of its type.' },
  names,
};

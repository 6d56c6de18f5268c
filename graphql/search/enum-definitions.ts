import { formatMeanings } from '../content/enum-definitions.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

const resultTypes = {
  post: 'Posts of the blog.',
  page: 'Pages of the site.',
  tribe_events: 'Events of the calendar.',
  category: 'Categories of posts.',
  post_tag: 'Tags of posts.',
};
const { standard: _standard, ...resultFormats } = formatMeanings;
const names = { tribe_events: 'EVENT', post_tag: 'TAG' };

export const searchSubtypes: EnumDefinition = {
  name: 'SearchSubtype',
  description: 'Subtype of the results of a search.',
  values: { ...resultTypes, ...resultFormats },
  names,
};

export const searchSubtypeFilters: EnumDefinition = {
  name: 'SearchSubtypeFilter',
  description: 'Subtype of the objects that a search looks for.',
  values: { ...resultTypes, any: 'Objects of all subtypes.' },
  names,
};

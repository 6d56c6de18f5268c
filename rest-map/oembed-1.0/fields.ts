import { flag, integer, text, untyped } from '#app/rest/table.ts';
import { count } from './parameters.ts';

/** Document 1, "Embed". Widths and heights are never refused; invalid values are converted to a count (core-rest.md 9). */

const url = text({ format: 'uri', required: true, description: 'Address to embed.' });

export const embed = {
  url,
  format: untyped({ default: 'json' }),
  maxwidth: count(untyped({ default: 600 })),
};

export const proxy = {
  url,
  format: text({ enum: ['json', 'xml'], default: 'json', description: 'Format asked of the other site; the answer is JSON.' }),
  maxwidth: count(integer({ phase: 'none', default: 600, description: 'Widest in pixels.' })),
  maxheight: count(integer({ phase: 'none', description: 'Highest in pixels.' })),
  discover: flag({ default: true, description: 'Look at the page where its site is not listed.' }),
};

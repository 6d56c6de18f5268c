import { flag, integer, text, untyped } from '#app/rest/table.ts';
import { count } from './parameters.ts';

/**
 * Published REST interface (document 1), "Embed". Widths and heights are never refused. Any value is converted to a count
 * (docs/behaviour/core-rest.md 9).
 */

const url = text({ format: 'uri', required: true, description: 'URL of the resource to embed.' });

export const embed = {
  url,
  format: untyped({ default: 'json' }),
  maxwidth: count(untyped({ default: 600 })),
};

export const proxy = {
  url,
  format: text({ enum: ['json', 'xml'], default: 'json', description: 'Format requested from the provider. The response is always JSON.' }),
  maxwidth: count(integer({ phase: 'none', default: 600, description: 'Maximum width of the embed in pixels.' })),
  maxheight: count(integer({ phase: 'none', description: 'Maximum height of the embed in pixels.' })),
  discover: flag({ default: true, description: 'Whether to look for oEmbed links on the page when the provider is unknown.' }),
};

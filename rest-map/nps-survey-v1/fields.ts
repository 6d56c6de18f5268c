import { integer, numeric, text } from '#app/rest/table.ts';

/** Document 2, "Survey"; behavior: cache-compliance-maps-2fa-theme.md 7. */

const nps_id = text({ required: true, description: 'Name of the survey among those about the product.' });
const plugin_slug = text({ required: true, description: 'The product that it is about.' });

export const rating = {
  nps_id,
  rating: numeric({ type: 'integer', least: 0, most: 10, required: true, description: 'From 0 = never to 10 = certainly.' }),
  plugin_slug,
  comment: text({ default: '', description: 'In words.' }),
};

export const dismissal = {
  nps_id: text({ required: true, description: 'Has no effect: all surveys about a product are put away together.' }),
  plugin_slug,
  dismiss_timespan: integer({ required: true, description: 'Seconds for which it stays away; the sign does not count.' }),
  current_step: text({ required: true, description: 'The step at which it is put away.' }),
};

import { integer, numeric, text } from '#app/rest/table.ts';

/** Published REST interface (document 2), "Survey"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 7. */

const nps_id = text({ required: true, description: 'ID of the survey.' });
const plugin_slug = text({ required: true, description: 'Slug of the product that the survey asks about.' });

export const rating = {
  nps_id,
  rating: numeric({ type: 'integer', min: 0, max: 10, required: true, description: 'Likelihood of a recommendation, 0 (not at all likely) to 10 (extremely likely).' }),
  plugin_slug,
  comment: text({ default: '', description: 'Comment on the rating.' }),
};

export const dismissal = {
  nps_id: text({ required: true, description: 'Has no effect. All surveys about the product are dismissed together.' }),
  plugin_slug,
  dismiss_timespan: integer({ required: true, description: 'Seconds for which the survey stays hidden. The sign is ignored.' }),
  current_step: text({ required: true, description: 'Step at which the survey is dismissed.' }),
};

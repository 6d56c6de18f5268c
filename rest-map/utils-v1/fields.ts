import { flag, text, untyped } from '#app/rest/table.ts';

/** Published REST interface (document 2), "Utilities"; behavior: docs/behaviour/consent-queue-product.md 8. */

const slug = untyped({ required: true, from: 'path', description: 'Slug of the product.' });

export const createFeedback = {
  slug,
  reason: text({ required: true, description: 'Reason for the feedback.' }),
  note: text({ required: true, description: 'Further comment on the reason.' }),
  email: text({ description: 'Email address for a reply.' }),
};

export const dismissRating = { slug, force: flag({ default: false, description: 'True hides the rating request permanently.' }) };

import { flag, text, untyped } from '#app/rest/table.ts';

/** Document 2, "Utilities"; behavior: consent-queue-product.md 8. */

const slug = untyped({ required: true, from: 'path', description: 'Name of what it is about.' });

export const createFeedback = {
  slug,
  reason: text({ required: true, description: 'Why.' }),
  note: text({ required: true, description: 'What else there is to say.' }),
  email: text({ description: 'Where an answer is expected.' }),
};

export const dismissRating = { slug, force: flag({ default: false, description: 'Never again.' }) };

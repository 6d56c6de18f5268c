import { exactWordAs, flag, shortNumber, text, textOr, untyped } from '#app/rest/table.ts';
import { agreement, emailText, jsonList, spelledFlag, ticked } from './parameters.ts';

/** Document 2, "Product manager"; behavior: consent-queue-product.md 9. */

const slug = untyped({ required: true, from: 'path', description: 'Name of the product.' });

const licenses = jsonList({
  fields: {
    blog: shortNumber({ required: true }),
    installationType: exactWordAs({ development: 'DEVELOPMENT' }, 'PRODUCTION', { default: 'production' }),
    code: textOr(null, untyped()),
    noUsage: spelledFlag(),
  },
  names: { blog: 'siteId' },
}, { description: 'What is wanted for each site, as JSON: `[{ blog, installationType, code, noUsage }]`.' });

export const register = {
  slug,
  terms: agreement({ required: true, description: 'Whoever sends it agrees to the terms.' }),
  licenses,
  autoUpdates: flag({ default: true, description: 'The product is updated by itself.' }),
  telemetry: flag({ default: false, description: 'Whoever sends it agrees to telling how the product is used.' }),
  newsletter: flag({ default: false, description: 'They want news by mail.' }),
  firstName: text({ description: 'Their first name.' }),
  email: emailText({ description: 'Their e-mail address.' }),
};

/** Undocumented checkboxes of the form. */
export const undocumentedRegisterParams = {
  checked: ticked(['powered-by-link']),
};

/** ID of a site. Other values become 0, which is no site. */
const blogId = shortNumber({ otherwise: 0, from: 'path' });

export const siteParams = { blogId };

export const showAnnouncements = { slug, state: flag({ required: true, description: 'Whether announcements are shown.' }) };

export const sayGoodbye = {
  slug,
  reason: text({ required: true, description: 'Why the product is no longer used.' }),
  skip: flag({ default: false, description: 'Nothing is noted.' }),
  note: text({ default: '', description: 'What else there is to say.' }),
  email: emailText({ default: '', mayBeEmpty: true, description: 'Where an answer is expected.' }),
  name: text({ default: '', description: 'Who says it.' }),
  deactivateLicense: flag({ default: false, description: 'An active license is given back.' }),
};

import { flag, shortNumber, text, textOr, untyped, wordAs } from '#app/rest/table.ts';
import { checkedNames, emailText, jsonList, mustBeTrue, trueOrFalse } from './parameters.ts';

/** Published REST interface (document 2), "Product manager"; behavior: docs/behaviour/consent-queue-product.md 9. */

const slug = untyped({ required: true, from: 'path', description: 'Slug of the product.' });

const licenses = jsonList({
  fields: {
    blog: shortNumber({ required: true }),
    installationType: wordAs({ development: 'DEVELOPMENT' }, { otherwise: 'PRODUCTION', published: untyped({ default: 'production', onNull: 'absent' }) }),
    code: textOr(null, untyped()),
    noUsage: trueOrFalse(),
  },
  names: { blog: 'siteId' },
}, { description: 'License settings per site, as a JSON array: `[{ blog, installationType, code, noUsage }]`.' });

export const register = {
  slug,
  terms: mustBeTrue({ required: true, description: 'Whether the user accepts the terms. Must be true.' }),
  licenses,
  autoUpdates: flag({ default: true, description: 'Whether the product is updated automatically.' }),
  telemetry: flag({ default: false, description: 'Whether the user agrees to share usage data.' }),
  newsletter: flag({ default: false, description: 'Whether the user subscribes to the newsletter.' }),
  firstName: text({ description: 'First name of the user.' }),
  email: emailText({ description: 'Email address of the user.' }),
};

/** Undocumented checkboxes of the form. */
export const undocumentedRegisterParams = {
  checked: checkedNames(['powered-by-link']),
};

/** ID of a site. Other values become 0, which is not a site. */
const blogId = shortNumber({ otherwise: 0, from: 'path' });

export const siteParams = { blogId };

export const showAnnouncements = { slug, state: flag({ required: true, description: 'Whether announcements are shown.' }) };

export const sendFeedback = {
  slug,
  reason: text({ required: true, description: 'Reason for deactivating the product.' }),
  skip: flag({ default: false, description: 'True skips the feedback. Nothing is stored.' }),
  note: text({ default: '', description: 'Further comment on the reason.' }),
  email: emailText({ default: '', mayBeEmpty: true, description: 'Email address for a reply. Can be empty.' }),
  name: text({ default: '', description: 'Name of the user.' }),
  deactivateLicense: flag({ default: false, description: 'Whether to deactivate an active license.' }),
};

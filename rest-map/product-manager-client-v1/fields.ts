import { emailText, type Field, flag, scalarText, text, untyped } from '#app/rest/table.ts';

/** Document 2, "Product manager"; behaviour: consent-queue-product.md 9. */

const isTrue = (value: unknown): boolean => ['true', '1'].includes(scalarText(value).toLowerCase());
const slug = untyped({ required: true, from: 'path', description: 'Name of the product.' });

interface SentLicense {
  blog: number;
  installationType?: unknown;
  code?: unknown;
  noUsage?: unknown;
}

const isLicense = (one: unknown): one is SentLicense =>
  typeof one === 'object' && one !== null && 'blog' in one && /^\d{1,9}$/.test(scalarText(one.blog));

/** The list that a text spells as JSON; undefined for a text that spells none. */
function licensesIn(value: unknown): SentLicense[] | undefined {
  try {
    const list = JSON.parse(scalarText(value)) as unknown;
    return Array.isArray(list) && list.every(isLicense) ? list : undefined;
  } catch {
    return undefined;
  }
}

const licenses = text({
  description: 'What is wanted for each site, as JSON: `[{ blog, installationType, code, noUsage }]`.',
  check: (value) => licensesIn(value) !== undefined,
  clean: (value) =>
    licensesIn(value)?.map(({ blog, installationType, code, noUsage }) => ({
      siteId: Number(blog),
      installationType: installationType === 'development' ? 'DEVELOPMENT' : 'PRODUCTION',
      code: typeof code === 'string' ? code : null,
      noUsage: isTrue(noUsage),
    })),
});

export const register = {
  slug,
  terms: flag({ required: true, check: isTrue, description: 'Whoever sends it agrees to the terms.' }),
  licenses,
  autoUpdates: flag({ default: true, description: 'The product is updated by itself.' }),
  telemetry: flag({ default: false, description: 'Whoever sends it agrees to telling how the product is used.' }),
  newsletter: flag({ default: false, description: 'They want news by mail.' }),
  firstName: text({ description: 'Their first name.' }),
  email: emailText({ description: 'Their e-mail address.' }),
};

const boxes = ['powered-by-link'];

/** Boxes of the form, read though nothing publishes them. */
export const alsoRegistered = {
  checked: untyped({ from: 'all', clean: (sent) => boxes.filter((name) => isTrue((sent as Record<string, unknown>)[name])) }),
};

/** The number of a site; what is none is nobody's. */
const blogId: Field = untyped({ from: 'path', clean: (value) => (/^\d{1,9}$/.test(scalarText(value)) ? Number(value) : 0) });

export const alsoSite = { blogId };

export const showAnnouncements = { slug, state: flag({ required: true, description: 'Whether announcements are shown.' }) };

export const sayGoodbye = {
  slug,
  reason: text({ required: true, description: 'Why the product is no longer used.' }),
  skip: flag({ default: false, description: 'Nothing is noted.' }),
  note: text({ default: '', description: 'What else there is to say.' }),
  email: emailText({ default: '', mayBeEmpty: true, description: 'Where an answer is expected.' }),
  name: text({ default: '', description: 'Who says it.' }),
  deactivateLicense: flag({ default: false, description: 'An active licence is given back.' }),
};

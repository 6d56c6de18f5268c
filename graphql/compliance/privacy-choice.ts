import { cookieExpiry } from '#app/domains/compliance/compliance.settings.ts';
import { VISITOR_COOKIE } from '#app/domains/compliance/consents/consent.rules.ts';
import { recordConsent } from '#app/domains/compliance/consents/consent.service.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { consentLaws } from './closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';

const DAY_SECONDS = 24 * 3600;

const PrivacyChoiceDraft = builder.inputType('PrivacyChoiceDraft', {
  description: 'What a visitor chose.',
  fields: (t) => ({
    categories: t.stringList({
      required: true,
      description: '`functional`, `preferences`, `statistics`, `marketing`, or names of your own; `do_not_track`, `no_choice`.',
    }),
    services: t.field({ type: 'JSON', description: 'Service → whether it is allowed, or a list of those that are.' }),
    consentType: t.string({
      ...oneOf(consentLaws, 'What the law asked for, as the banner said; left out = what the law of the site asks for.', {
        old: 'What the law asked for, as the banner said; left out = what the law of the site asks for.',
      }),
    }),
    visitorId: t.string({ description: 'Names the browser where it keeps no cookies of the site: 8 to 64 letters, digits, `_` and `-`.' }),
  }),
});

const RecordedPrivacyChoice = builder.objectRef<{ visitorId: string }>('RecordedPrivacyChoice').implement({
  description: 'The choice is kept.',
  fields: (t) => ({ visitorId: t.string({ description: 'Names the browser in later choices.', resolve: ({ visitorId }) => visitorId }) }),
});

builder.mutationField('recordPrivacyChoice', (t) =>
  t.field({
    type: RecordedPrivacyChoice,
    description:
      'Keeps what a visitor consented to, as proof; for everybody. The same choice again is kept once. A cookie that names the browser is set by the response, unless it asks not to be tracked.',
    args: { choice: t.arg({ type: PrivacyChoiceDraft, required: true, description: 'What was chosen.' }) },
    ...everybody,
    resolve: async (_root, { choice: { categories, services, consentType, visitorId } }, { site, client, cookies }) => {
      const id = cookies.get(VISITOR_COOKIE) ?? visitorId ?? undefined;
      const visitor = await recordConsent(site, { id, ...client }, { categories, services: services ?? [], consentType });
      if (!categories.some((one) => /do_not_track$/i.test(one)))
        cookies.set(VISITOR_COOKIE, visitor, site.settings.get(cookieExpiry) * DAY_SECONDS);
      return { visitorId: visitor };
    },
  }),
);

import { cookieExpiry } from '#app/domains/compliance/compliance.settings.ts';
import { VISITOR_COOKIE } from '#app/domains/compliance/consents/consent.rules.ts';
import { recordConsent } from '#app/domains/compliance/consents/consent.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { consentLaws } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const DAY_SECONDS = 24 * 3600;

const PrivacyChoiceDraft = builder.inputType('PrivacyChoiceDraft', {
  description: 'The choice of a visitor.',
  fields: (t) => ({
    categories: t.stringList({
      required: true,
      description:
        'Accepted categories: `functional`, `preferences`, `statistics`, `marketing`, or your own names. Instead of categories: `do_not_track` if the browser asks not to be tracked, or `no_choice`.',
    }),
    services: t.field({ type: 'JSON', description: 'List of the allowed services, or an object that maps each service to true or false.' }),
    consentType: t.string({
      ...oneOf(consentLaws, 'Kind of consent that the banner showed; by default the kind that the law of the site requires.', {
        old: 'Kind of consent that the banner showed; by default the kind that the law of the site requires.',
      }),
    }),
    visitorId: t.string({ description: 'ID of the browser if it stores no cookies of the site: 8 to 64 letters, digits, `_` and `-`.' }),
  }),
});

const RecordedPrivacyChoice = builder.objectRef<{ visitorId: string }>('RecordedPrivacyChoice').implement({
  description: 'The stored choice.',
  fields: (t) => ({
    visitorId: t.exposeString('visitorId', {
      description: 'ID of the browser. Send it with later choices if the browser stores no cookies of the site.',
    }),
  }),
});

builder.mutationField('recordPrivacyChoice', (t) =>
  t.field({
    type: RecordedPrivacyChoice,
    description:
      "Stores a visitor's consent as proof; for everyone. A repeated choice is stored once. The response sets a cookie that identifies the browser, unless the browser asks not to be tracked.",
    args: { choice: t.arg({ type: PrivacyChoiceDraft, required: true, description: "The visitor's choice." }) },
    ...publicAccess,
    resolve: async (_root, { choice: { categories, services, consentType, visitorId } }, { site, client, cookies }) => {
      const id = cookies.get(VISITOR_COOKIE) ?? visitorId ?? undefined;
      const visitor = await recordConsent(site, { id, ...client }, { categories, services: services ?? [], consentType });
      if (!categories.some((category) => /do_not_track$/i.test(category)))
        cookies.set(VISITOR_COOKIE, visitor, site.settings.get(cookieExpiry) * DAY_SECONDS);
      return { visitorId: visitor };
    },
  }),
);

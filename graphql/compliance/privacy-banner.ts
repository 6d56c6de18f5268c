import { type BannerData, bannerFor, bannerTextsIn, manageConsent } from '#app/domains/compliance/banner/banner.service.ts';
import { type BannerText, bannerTexts, categoryTexts, type CategoryText } from '#app/domains/compliance/banner/design.ts';
import { cookieData } from '#app/domains/compliance/cookies/cookie-data.service.ts';
import { localeOf } from '#app/domains/compliance/locale.rules.ts';
import { countsPrivately } from '#app/domains/compliance/regions/visitor.ts';
import { version } from '#app/core/system/version.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { oneOf } from '../public/public-mapping.ts';
import { cookieCategories, lawRegions } from './closed-sets.ts';

const ConsentLaw = builder.enumType('PrivacyConsentType', {
  description: 'What the law that counts for a visitor asks for.',
  values: {
    OPTIN: { value: 'optin', description: 'Nothing without consent.' },
    OPTOUT: { value: 'optout', description: 'Everything until the visitor objects.' },
    OTHER: { value: 'other', description: 'No law that the site follows counts.' },
  } as const,
});

const PrivacyCategory = builder.objectRef<CategoryText>('PrivacyCategory').implement({
  description: 'A kind of cookies that a visitor may consent to.',
  fields: (t) => ({
    name: t.string({ ...oneOf(cookieCategories, 'Number or name of the one to change.'), resolve: ({ category }) => category }),
    title: t.string({ description: 'Title as plain text.', resolve: ({ title }) => title }),
    description: t.string({ description: 'What such cookies are for.', resolve: ({ description }) => description }),
    isAlwaysActive: t.boolean({ description: 'Whether nobody is asked.', resolve: ({ category }) => category === 'functional' }),
  }),
});

const PrivacyBannerTexts = builder.objectRef<Record<BannerText, string>>('PrivacyBannerTexts').implement({
  description: 'What the banner says.',
  fields: (t) =>
    Object.fromEntries(
      (Object.keys(bannerTexts) as BannerText[]).map((name) => [
        name,
        t.string({ description: `Such as “${bannerTexts[name].slice(0, 60)}”.`, resolve: (texts) => texts[name] }),
      ]),
    ) as Record<BannerText, ReturnType<typeof t.string>>,
});

const PrivacyBanner = builder.objectRef<BannerData & { locale: string }>('PrivacyBanner').implement({
  description: 'What a front end has to know before it asks a visitor for consent.',
  fields: (t) => ({
    consentType: t.field({ type: ConsentLaw, description: 'What the law asks for.', resolve: ({ consentType }) => consentType }),
    region: t.string({
      ...oneOf(lawRegions, 'Region whose law counts; null for visitors from elsewhere.', {
        old: 'Region whose law counts, such as `eu`; `none` for visitors from elsewhere.',
        otherwise: null,
      }),
      resolve: ({ region }) => region,
    }),
    forcesStatistics: t.boolean({ description: 'Whether statistics need no consent here.', resolve: (data) => data.forcesStatistics }),
    version: t.int({
      description: 'One more with every change of the banner: ask again when it has grown.',
      resolve: (data) => data.bannerVersion,
    }),
    softwareVersion: t.string({
      ...legacyOnly('Tools for old clients alone compare it; the schema is what front ends go by.'),
      description: 'Version of the service.',
      resolve: () => version,
    }),
    texts: t.field({
      type: PrivacyBannerTexts,
      description: 'What it says.',
      resolve: ({ locale }, _args, { site }) => bannerTextsIn(site, locale),
    }),
    categories: t.field({
      type: [PrivacyCategory],
      description: 'What may be consented to, the least first.',
      resolve: async ({ locale }, _args, { site }) => categoryTexts(await bannerTextsIn(site, locale), countsPrivately(site)),
    }),
  }),
});

const visit = builder.args((t) => ({
  region: t.string({
    ...oneOf(lawRegions, 'Look at it as a visitor from this region does.', { old: 'Look at it as a visitor from this region does.' }),
  }),
  locale: t.string({ description: 'Language of the texts, such as `de_DE`; English if none exist in it.' }),
}));

builder.queryField('privacyBanner', (t) =>
  t.field({
    type: PrivacyBanner,
    description:
      'The banner for the visitor who asks; for everybody. It depends on where the visitor is, so shared caches may not keep it.',
    args: visit,
    ...everybody,
    resolve: async (_root, { region, locale }, { site, client }) => ({
      ...(await bannerFor(site, { country: client.country, previewed: region })),
      locale: localeOf(locale),
    }),
  }),
);

builder.queryField('privacyControls', (t) =>
  t.field({
    type: 'HTML',
    ...legacy({
      use: 'privacyBanner { region consentType categories { name title description isAlwaysActive } texts { message accept deny save } }',
    }),
    description: 'The controls by which a visitor changes a consent; one sentence for a browser that asks not to be tracked.',
    args: visit,
    ...everybody,
    resolve: (_root, { region, locale }, { site, client }) =>
      manageConsent(site, {
        country: client.country,
        previewed: region,
        locale: localeOf(locale),
        hasPrivacySignal: client.asksForPrivacy ?? false,
      }),
  }),
);

builder.queryField('cookiesByCategory', (t) =>
  t.field({
    type: 'JSON',
    ...legacyOnly('Cookies are documented in the policy of the site; a visitor decides on categories, which `privacyBanner` tells.'),
    description: 'Category → service → names of the cookies that need consent.',
    ...everybody,
    resolve: (_root, _args, { site }) => cookieData(site),
  }),
);

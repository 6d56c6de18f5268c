import { type BannerData, getBanner, getBannerTexts, renderConsentControls } from '#app/domains/compliance/banner/banner.service.ts';
import { type BannerText, bannerTexts, listCategoryTexts, type CategoryText } from '#app/domains/compliance/banner/design.ts';
import { readCookieData } from '#app/domains/compliance/cookies/cookie-data.service.ts';
import { parseLocale } from '#app/domains/compliance/locale.rules.ts';
import { areSiteStatisticsAnonymous } from '#app/domains/compliance/regions/visitor.ts';
import { version } from '#app/core/system/version.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { oneOf } from '../public/public-mapping.ts';
import { cookieCategories, lawRegions } from './enum-definitions.ts';

const ConsentTypeEnum = builder.enumType('PrivacyConsentType', {
  description: 'Kind of consent that the law requires for a visitor.',
  values: {
    OPTIN: { value: 'optin', description: 'Cookies require consent.' },
    OPTOUT: { value: 'optout', description: 'Cookies are allowed until the visitor objects.' },
    OTHER: { value: 'other', description: 'No law of the site applies.' },
  } as const,
});

const PrivacyCategory = builder.objectRef<CategoryText>('PrivacyCategory').implement({
  description: 'A category of cookies that a visitor may accept.',
  fields: (t) => ({
    name: t.exposeString('category', { ...oneOf(cookieCategories, 'Name of the category.') }),
    title: t.exposeString('title', { description: 'Title as plain text.' }),
    description: t.exposeString('description', { description: 'Purpose of the cookies of this category.' }),
    isAlwaysActive: t.boolean({
      description: 'Whether the category requires no consent.',
      resolve: ({ category }) => category === 'functional',
    }),
  }),
});

const PrivacyBannerTexts = builder.objectRef<Record<BannerText, string>>('PrivacyBannerTexts').implement({
  description: 'Texts of the banner.',
  fields: (t) =>
    Object.fromEntries(
      (Object.keys(bannerTexts) as BannerText[]).map((name) => [
        name,
        t.string({
          description: `Text of the banner in the requested locale. The English text is “${bannerTexts[name]}”`,
          resolve: (texts) => texts[name],
        }),
      ]),
    ) as Record<BannerText, ReturnType<typeof t.string>>,
});

const PrivacyBanner = builder.objectRef<BannerData & { locale: string }>('PrivacyBanner').implement({
  description: 'Data that a front end requires to ask a visitor for consent.',
  fields: (t) => ({
    consentType: t.expose('consentType', { type: ConsentTypeEnum, description: 'Kind of consent that the law requires.' }),
    region: t.exposeString('region', {
      ...oneOf(lawRegions, 'Region whose law applies; null for visitors from other regions.', {
        old: 'Region whose law applies, such as `eu`; `none` for visitors from other regions.',
        otherwise: null,
      }),
    }),
    forcesStatistics: t.exposeBoolean('forcesStatistics', { description: 'Whether cookies for statistics are allowed without consent.' }),
    version: t.exposeInt('bannerVersion', { description: 'Version of the banner. Ask visitors again when it has increased.' }),
    softwareVersion: t.string({
      ...legacyOnly('Only tools for old clients compare versions. Front ends rely on the schema.'),
      description: 'Version of this software.',
      resolve: () => version,
    }),
    texts: t.field({
      type: PrivacyBannerTexts,
      description: 'Texts of the banner.',
      resolve: ({ locale }, _args, { site }) => getBannerTexts(site, locale),
    }),
    categories: t.field({
      type: [PrivacyCategory],
      description: 'Categories that a visitor can accept, the most necessary first.',
      resolve: async ({ locale }, _args, { site }) =>
        listCategoryTexts(await getBannerTexts(site, locale), areSiteStatisticsAnonymous(site)),
    }),
  }),
});

const visitArguments = builder.args((t) => ({
  region: t.string({
    ...oneOf(lawRegions, 'Region of the visitor, for a preview.', { old: 'Region of the visitor, for a preview.' }),
  }),
  locale: t.string({ description: 'Locale of the texts, such as `de_DE`; English if there are no texts in this locale.' }),
}));

builder.queryFields((t) => ({
  privacyBanner: t.field({
    type: PrivacyBanner,
    description:
      'The banner for the current visitor; for everyone. The response depends on the country of the visitor, so shared caches must not store it.',
    args: visitArguments,
    ...publicAccess,
    resolve: async (_root, { region, locale }, { site, client }) => ({
      ...(await getBanner(site, { country: client.country, previewRegion: region })),
      locale: parseLocale(locale),
    }),
  }),
  privacyControls: t.field({
    type: 'HTML',
    ...legacy({
      use: 'privacyBanner { region consentType categories { name title description isAlwaysActive } texts { message accept deny save } }',
    }),
    description:
      'HTML of the controls with which a visitor changes their consent. If the browser asks not to be tracked, the HTML contains a sentence without controls.',
    args: visitArguments,
    ...publicAccess,
    resolve: (_root, { region, locale }, { site, client }) =>
      renderConsentControls(site, {
        country: client.country,
        previewRegion: region,
        locale: parseLocale(locale),
        hasPrivacySignal: client.asksForPrivacy ?? false,
      }),
  }),
  cookiesByCategory: t.field({
    type: 'JSON',
    ...legacyOnly('The cookie policy of the site lists its cookies. Visitors decide on categories, which `privacyBanner` returns.'),
    description: 'Names of the cookies that require consent, by category, then by service.',
    ...publicAccess,
    resolve: (_root, _args, { site }) => readCookieData(site),
  }),
}));

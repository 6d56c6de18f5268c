import { type BannerButton, type BannerView, readBanner } from '#app/domains/consent/banner/banner.service.ts';
import type { GroupInRevision, ServiceInRevision } from '#app/domains/consent/revision/content.types.ts';
import type { ResolvedLink } from '#app/domains/consent/revision/independent.rules.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { TechnicalDefinitionType } from './configuration.types.ts';
import { BannerPageType, LegalBasis } from './enums.ts';
import { getVisitor } from './visitor.ts';

const readString = (service: ServiceInRevision, name: string): string => {
  const value = service[name];
  return typeof value === 'string' ? value : '';
};

const AskedService = builder.objectRef<ServiceInRevision>('AskedService').implement({
  description: 'A service that visitors accept or refuse.',
  fields: (t) => ({
    databaseId: t.int({ description: 'ID of the service, which consent decisions refer to.', resolve: ({ id }) => id }),
    name: t.string({ description: 'Name of the service, for visitors.', resolve: ({ name }) => name }),
    purpose: t.string({ description: 'Purpose of the service, as it is shown to visitors.', resolve: ({ purpose }) => purpose }),
    provider: t.string({ description: 'Name of the provider; empty if unknown.', resolve: (service) => readString(service, 'provider') }),
    privacyPolicyUrl: t.string({
      description: 'URL of the provider’s privacy policy; empty if unknown.',
      resolve: (service) => readString(service, 'providerPrivacyPolicyUrl'),
    }),
    legalNoticeUrl: t.string({
      description: 'URL of the provider’s legal notice; empty if unknown.',
      resolve: (service) => readString(service, 'providerLegalNoticeUrl'),
    }),
    legalBasis: t.field({ type: LegalBasis, description: 'Legal basis of the service.', resolve: ({ legalBasis }) => legalBasis as never }),
    stores: t.field({
      type: [TechnicalDefinitionType],
      description: 'Definitions of the cookies and other data that the service stores in the browser.',
      resolve: ({ technicalDefinitions }) => [...technicalDefinitions],
    }),
    deletesCookiesAfterOptOut: t.boolean({
      description: 'Whether the cookies of the service are deleted when a visitor refuses it.',
      resolve: (service) => service['deleteTechnicalDefinitionsAfterOptOut'] === true,
    }),
    codeOptIn: t.string({
      description: 'HTML that is added to pages once the visitor accepts the service.',
      resolve: (service) => readString(service, 'codeOptIn'),
    }),
    codeOptOut: t.string({
      description: 'HTML that is added to pages once the visitor refuses the service.',
      resolve: (service) => readString(service, 'codeOptOut'),
    }),
  }),
});

const AskedGroup = builder.objectRef<GroupInRevision>('AskedServiceGroup').implement({
  description: 'Services that visitors accept or refuse together.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the group, which consent decisions refer to.' }),
    name: t.exposeString('name', { description: 'Name of the group, for visitors.' }),
    description: t.exposeString('description', { description: 'Purpose of the group, as it is shown to visitors.' }),
    isEssential: t.exposeBoolean('isEssential', { description: 'Whether the services of the group run without consent.' }),
    services: t.expose('items', { type: [AskedService], description: 'Services of the group, in order.' }),
  }),
});

const ShownLink = builder.objectRef<ResolvedLink>('ShownBannerLink').implement({
  description: 'A legal document that the banner links to.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Text of the link.' }),
    url: t.exposeString('url', { description: 'URL of the document.' }),
    pageType: t.field({ type: BannerPageType, description: 'Type of the document.', resolve: ({ pageType }) => pageType as never }),
    opensNewTab: t.exposeBoolean('isTargetBlank', { description: 'Whether the link opens in a new tab.' }),
  }),
});

const ButtonKind = builder.enumType('BannerButtonKind', {
  description: 'Action of a button of the banner.',
  values: {
    ALL: { value: 'all', description: 'Accepts all services.' },
    ESSENTIAL: { value: 'essential', description: 'Accepts only essential services.' },
    SAVE: { value: 'save', description: 'Accepts the checked services.' },
    INDIVIDUAL: { value: 'individual', description: 'Opens the choice of services.' },
  } as const,
});

const Button = builder.objectRef<BannerButton>('BannerButton').implement({
  description: 'A button of the consent banner.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ButtonKind, description: 'Action of the button.' }),
    label: t.exposeString('label', { description: 'Text of the button.' }),
    isLink: t.exposeBoolean('isLink', { description: 'Whether the button looks like a link.' }),
  }),
});

const ShownBannerType = builder.objectRef<BannerView>('ShownBanner').implement({
  description: 'Data for asking a visitor for consent.',
  fields: (t) => ({
    isActive: t.exposeBoolean('isActive', { description: 'Whether the site uses the banner.' }),
    isAsked: t.exposeBoolean('isAsked', { description: 'Whether this page has to ask you for consent.' }),
    decision: t.expose('decision', {
      type: 'JSON',
      nullable: true,
      description: 'Your last decision: IDs of the accepted services, by ID of the group; null if you have not decided yet.',
    }),
    cookieName: t.exposeString('cookieName', { description: 'Name of the cookie that stores the decision.' }),
    revisionHash: t.exposeString('revisionHash', {
      description: 'Hash of the current revision. Visitors whose cookie has another hash are asked again.',
    }),
    groups: t.field({
      type: [AskedGroup],
      description: 'Groups of services that visitors accept or refuse.',
      resolve: ({ groups }) => [...groups],
    }),
    links: t.field({ type: [ShownLink], description: 'Links to legal documents.', resolve: ({ links }) => [...links] }),
    buttons: t.field({ type: [Button], description: 'Buttons of the banner, in order.', resolve: ({ buttons }) => [...buttons] }),
    notices: t.stringList({ description: 'Further notices, in complete sentences.', resolve: ({ notices }) => [...notices] }),
    design: t.expose('design', { type: 'JSON', description: 'Design and texts by section and key, as operators set them.' }),
  }),
});

builder.queryField('consent', (t) =>
  t.field({
    type: ShownBannerType,
    ...publicAccess,
    description:
      'Data for showing the consent banner, and whether it has to be shown. The query stores no consent; use `recordConsent` or `predecideConsent` for that.',
    args: {
      url: t.arg.string({ description: 'URL of the page; the site can exclude pages from the banner.' }),
      region: t.arg.string({
        description: 'Two-letter country code of the visitor, to use instead of the country of the IP address.',
      }),
    },
    resolve: (_root, { url, region }, context) =>
      readBanner(context.site, getVisitor(context), { url: url ?? null, country: region?.toUpperCase() ?? null }),
  }),
);

import { type OfferedButton, type ShownBanner, shownBanner } from '#app/domains/consent/banner/shown-banner.ts';
import type { RevisionGroup, RevisionService } from '#app/domains/consent/revision/content.types.ts';
import type { ResolvedLink } from '#app/domains/consent/revision/independent.rules.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { Definition } from './configuration.types.ts';
import { BannerPageType, LegalBasis } from './enums.ts';
import { visitorOf } from './visitor.ts';

const textOf = (service: RevisionService, name: string): string => {
  const value = service[name];
  return typeof value === 'string' ? value : '';
};

const AskedService = builder.objectRef<RevisionService>('AskedService').implement({
  description: 'A service that visitors accept or refuse.',
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number, as decisions name it.', resolve: ({ id }) => id }),
    name: t.string({ description: 'Name that identifies it.', resolve: ({ name }) => name }),
    purpose: t.string({ description: 'What it is for.', resolve: ({ purpose }) => purpose }),
    provider: t.string({ description: 'Who provides it; empty = not said.', resolve: (service) => textOf(service, 'provider') }),
    privacyPolicyUrl: t.string({
      description: 'Privacy policy of the provider; empty = not said.',
      resolve: (service) => textOf(service, 'providerPrivacyPolicyUrl'),
    }),
    legalNoticeUrl: t.string({
      description: 'Legal notice of the provider; empty = not said.',
      resolve: (service) => textOf(service, 'providerLegalNoticeUrl'),
    }),
    legalBasis: t.field({ type: LegalBasis, description: 'What it rests on.', resolve: ({ legalBasis }) => legalBasis as never }),
    stores: t.field({
      type: [Definition],
      description: 'What it stores in the browser.',
      resolve: ({ technicalDefinitions }) => [...technicalDefinitions],
    }),
    deletesCookiesAfterOptOut: t.boolean({
      description: 'Anyone who refuses it has deleted what it stores.',
      resolve: (service) => service['deleteTechnicalDefinitionsAfterOptOut'] === true,
    }),
    codeOptIn: t.string({ description: 'Markup that pages run once it is accepted.', resolve: (service) => textOf(service, 'codeOptIn') }),
    codeOptOut: t.string({ description: 'Markup that pages run once it is refused.', resolve: (service) => textOf(service, 'codeOptOut') }),
  }),
});

const AskedGroup = builder.objectRef<RevisionGroup>('AskedServiceGroup').implement({
  description: 'Services that visitors accept or refuse together.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Its number, as decisions name it.' }),
    name: t.exposeString('name', { description: 'Name that identifies it.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    isEssential: t.exposeBoolean('isEssential', { description: 'Its services run in any case.' }),
    services: t.field({ type: [AskedService], description: 'Its services in their order.', resolve: ({ items }) => items }),
  }),
});

const ShownLink = builder.objectRef<ResolvedLink>('ShownBannerLink').implement({
  description: 'A document that the banner leads to.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What it is called.' }),
    url: t.exposeString('url', { description: 'Where it is.' }),
    pageType: t.field({ type: BannerPageType, description: 'What it is.', resolve: ({ pageType }) => pageType as never }),
    opensNewTab: t.exposeBoolean('isTargetBlank', { description: 'It is opened in a tab of its own.' }),
  }),
});

const ButtonKind = builder.enumType('BannerButtonKind', {
  description: 'What a button of the banner does.',
  values: {
    ALL: { value: 'all', description: 'Accepts all services.' },
    ESSENTIAL: { value: 'essential', description: 'Accepts the essential ones alone.' },
    SAVE: { value: 'save', description: 'Accepts those that are ticked.' },
    INDIVIDUAL: { value: 'individual', description: 'Opens the choice of single services.' },
  } as const,
});

const Button = builder.objectRef<OfferedButton>('BannerButton').implement({
  description: 'A way to decide, as the banner offers it.',
  fields: (t) => ({
    kind: t.field({ type: ButtonKind, description: 'What it does.', resolve: ({ kind }) => kind }),
    label: t.exposeString('label', { description: 'Text of the button.' }),
    isLink: t.exposeBoolean('isLink', { description: 'It looks like a link.' }),
  }),
});

const Shown = builder.objectRef<ShownBanner>('ShownBanner').implement({
  description: 'What a page needs to ask its visitor for consent.',
  fields: (t) => ({
    isActive: t.exposeBoolean('isActive', { description: 'The site uses the banner.' }),
    isAsked: t.exposeBoolean('isAsked', { description: 'You have to be asked on this page.' }),
    decision: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What you decided last: number of the group → numbers of the services; null = nothing yet.',
      resolve: ({ decision }) => decision,
    }),
    cookieName: t.exposeString('cookieName', { description: 'Name of the cookie that remembers the decision.' }),
    revisionHash: t.exposeString('revisionHash', {
      description: 'What the cookie has to hold; a decision for another revision is asked for again.',
    }),
    groups: t.field({ type: [AskedGroup], description: 'What is asked for.', resolve: ({ groups }) => [...groups] }),
    links: t.field({ type: [ShownLink], description: 'Documents to read before.', resolve: ({ links }) => [...links] }),
    buttons: t.field({ type: [Button], description: 'Ways to decide, in their order.', resolve: ({ buttons }) => [...buttons] }),
    notices: t.stringList({ description: 'Further notices, in complete sentences.', resolve: ({ notices }) => [...notices] }),
    design: t.field({
      type: 'JSON',
      description: 'Look and texts: section → key → value, as operators set them.',
      resolve: ({ design }) => design,
    }),
  }),
});

builder.queryField('consent', (t) =>
  t.field({
    type: Shown,
    ...everybody,
    description:
      'All that a page needs to draw the consent banner, and whether it has to. It documents nothing: `recordConsent` and `predecideConsent` do.',
    args: {
      url: t.arg.string({ description: 'Address of the page; some pages show no banner.' }),
      region: t.arg.string({
        description: 'Country of the visitor by its code of two letters, where you know it better than by the address of the request.',
      }),
    },
    resolve: (_root, { url, region }, context) =>
      shownBanner(context.site, visitorOf(context), { address: url ?? null, country: region?.toUpperCase() ?? null }),
  }),
);

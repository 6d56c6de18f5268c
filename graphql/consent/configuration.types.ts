import { definitionsOf } from '#app/domains/consent/configuration/meta.ts';
import type { TechnicalDefinition } from '#app/domains/consent/revision/content.types.ts';
import { builder } from '../builder.ts';
import { nodeId } from './access.ts';
import { BannerPageType, BlockerContent, BlockerCriteria, BlockerVisual, LegalBasis, PublicationStatus } from './enums.ts';
import { oneOf } from '../public/public-mapping.ts';
import { durationUnits, storageTypes, countryTreatments } from './closed-sets.ts';

/** Services that visitors accept or refuse together. */
export const ServiceGroup = builder.prismaNode('ServiceGroup', {
  nullable: true,
  id: { field: 'id' },
  findUnique: nodeId,
  description: 'Services that visitors accept or refuse together.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    slug: t.exposeString('slug', { description: 'Its short name.' }),
    name: t.exposeString('name', { description: 'Its name, as visitors read it.' }),
    description: t.exposeString('description', { description: 'What it is for, as visitors read it.' }),
    position: t.exposeInt('position', { description: 'Place among the groups, from 0.' }),
    isEssential: t.exposeBoolean('isEssential', { description: 'Its services need no consent.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'One of those every installation begins with.' }),
    services: t.relation('services', {
      description: 'Its services in their order, those in the trash included.',
      query: { orderBy: [{ menuOrder: 'asc' }, { id: 'desc' }] },
    }),
  }),
});

const Contact = builder.objectRef<{ phone?: string; email?: string; link?: string }>('ServiceProviderContact').implement({
  description: 'How to reach the provider of a service; empty texts where that is not said.',
  fields: (t) => ({
    phone: t.string({ description: 'Telephone number as plain text.', resolve: ({ phone }) => phone ?? '' }),
    email: t.string({ description: 'E-mail address of the person.', resolve: ({ email }) => email ?? '' }),
    link: t.string({ description: 'Address of a contact form.', resolve: ({ link }) => link ?? '' }),
  }),
});

/** Something that a service stores in the browser. */
export const Definition = builder.objectRef<TechnicalDefinition>('TechnicalDefinition').implement({
  description: 'Something that a service stores in the browser.',
  fields: (t) => ({
    type: t.exposeString('type', { ...oneOf(storageTypes, 'Where it is stored.') }),
    name: t.exposeString('name', { description: 'Its name; `*` stands for any run of characters.' }),
    host: t.exposeString('host', { description: 'Where it is kept; `main` = this site, `main+subdomains`.' }),
    duration: t.exposeInt('duration', { description: 'How long, in its unit.' }),
    durationUnit: t.exposeString('durationUnit', { ...oneOf(durationUnits, 'Unit of `duration`.') }),
    isSessionDuration: t.exposeBoolean('isSessionDuration', { description: 'It ends with the visit.' }),
    purpose: t.exposeString('purpose', { description: 'What it is for.' }),
  }),
});

/** Something that a page loads or stores in browsers, such as a film of another site or a cookie. */
export const ConsentService = builder.prismaNode('ConsentService', {
  nullable: true,
  id: { field: 'id' },
  findUnique: nodeId,
  description: 'Something that a page loads or stores in browsers, such as a film of another site or a cookie.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    slug: t.exposeString('slug', { description: 'Its short name.' }),
    title: t.exposeString('title', { description: 'Its name, as visitors read it.' }),
    purpose: t.exposeString('purpose', { description: 'What it is for, as visitors read it.' }),
    status: t.field({ type: PublicationStatus, description: 'Whether it is in use.', resolve: ({ status }) => status as never }),
    group: t.relation('group', { nullable: true, description: 'The group that holds it; null = it is asked for nowhere.' }),
    menuOrder: t.exposeInt('menuOrder', { description: 'Place within its group.' }),
    uniqueName: t.exposeString('uniqueName', { description: 'Name by which scripts of the page ask for it.' }),
    provider: t.exposeString('provider', { description: 'Who provides it.' }),
    isProviderCurrentWebsite: t.exposeBoolean('isProviderCurrentWebsite', { description: 'The operator of this site provides it.' }),
    providerContact: t.field({
      type: Contact,
      description: 'How to reach the provider.',
      resolve: ({ providerContact }) => providerContact as object,
    }),
    privacyPolicyUrl: t.exposeString('providerPrivacyPolicyUrl', { description: 'Privacy policy of the provider; empty = not said.' }),
    legalNoticeUrl: t.exposeString('providerLegalNoticeUrl', { description: 'Legal notice of the provider; empty = not said.' }),
    legalBasis: t.field({ type: LegalBasis, description: 'What it rests on.', resolve: ({ legalBasis }) => legalBasis as never }),
    countries: t.exposeStringList('dataProcessingInCountries', {
      description: 'Countries in which it processes data, by codes of two letters.',
    }),
    countryTreatments: t.exposeStringList('dataProcessingInCountriesSpecialTreatments', {
      ...oneOf(countryTreatments, 'What makes that lawful.', { otherwise: null }),
    }),
    technicalDefinitions: t.field({
      type: [Definition],
      description: 'What it stores in browsers.',
      resolve: (service) => definitionsOf(service),
    }),
    storesNothing: t.exposeBoolean('isEmbeddingOnlyExternalResources', { description: 'It only loads something from elsewhere.' }),
    codeOptIn: t.exposeString('codeOptIn', { description: 'Markup that pages run once it is accepted.' }),
    codeOptOut: t.exposeString('codeOptOut', { description: 'Markup that pages run once it is refused.' }),
    codeOnPageLoad: t.exposeString('codeOnPageLoad', { description: 'Markup that pages run in any case.' }),
    codeDynamics: t.field({
      type: 'JSON',
      description: 'Name → value of the places in its code.',
      resolve: ({ codeDynamics }) => codeDynamics,
    }),
    executePriority: t.exposeInt('executePriority', { description: 'Smaller ones run first.' }),
    deletesCookiesAfterOptOut: t.exposeBoolean('deleteTechnicalDefinitionsAfterOptOut', {
      description: 'What it stored is deleted once it is refused.',
    }),
    templateIdentifier: t.string({
      nullable: true,
      description: 'The template it was made from.',
      resolve: ({ presetId }) => (presetId === '' ? null : presetId),
    }),
  }),
});

/** What must not load before its services are accepted. */
export const ContentBlocker = builder.prismaNode('ContentBlocker', {
  nullable: true,
  id: { field: 'id' },
  findUnique: nodeId,
  description: 'What must not load before its services are accepted.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    slug: t.exposeString('slug', { description: 'Its short name.' }),
    title: t.exposeString('title', { description: 'Its name, as visitors read it.' }),
    description: t.exposeString('description', { description: 'What it says in the place of the content.' }),
    status: t.field({ type: PublicationStatus, description: 'Whether it is in use.', resolve: ({ status }) => status as never }),
    rules: t.exposeStringList('rules', {
      description: 'Addresses with `*` for any run of characters, and selectors such as `iframe[src*="maps"]`.',
    }),
    criteria: t.field({ type: BlockerCriteria, description: 'What has to be accepted.', resolve: ({ criteria }) => criteria as never }),
    services: t.field({
      type: [ConsentService],
      description: 'The services that have to be accepted.',
      select: { services: { include: { service: true }, orderBy: { position: 'asc' } } },
      resolve: ({ services }) => services.map(({ service }) => service),
    }),
    isVisual: t.exposeBoolean('isVisual', { description: 'Whether a placeholder replaces the blocked content.' }),
    visualType: t.field({ type: BlockerVisual, description: 'The node at this place.', resolve: ({ visualType }) => visualType as never }),
    visualContentType: t.field({
      type: BlockerContent,
      nullable: true,
      description: 'What kind of content it is.',
      resolve: ({ visualContentType }) => (visualContentType === '' ? null : (visualContentType as never)),
    }),
    isDark: t.exposeBoolean('isVisualDarkMode', { description: 'For dark pages.' }),
    blur: t.exposeInt('visualBlur', { description: 'Pixels by which the picture is blurred.' }),
    buttonText: t.exposeString('visualHeroButtonText', { description: 'Text of the button; empty = that of the banner.' }),
    templateIdentifier: t.string({
      nullable: true,
      description: 'The template it was made from.',
      resolve: ({ presetId }) => (presetId === '' ? null : presetId),
    }),
  }),
});

/** A link in the foot of the banner. */
export const BannerLink = builder.prismaNode('BannerLink', {
  nullable: true,
  id: { field: 'id' },
  findUnique: nodeId,
  description: 'A link in the foot of the banner.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    slug: t.exposeString('slug', { description: 'Its short name.' }),
    title: t.exposeString('title', { description: 'Text of the link.' }),
    status: t.field({ type: PublicationStatus, description: 'Whether it is in use.', resolve: ({ status }) => status as never }),
    pageType: t.field({ type: BannerPageType, description: 'What it leads to.', resolve: ({ pageType }) => pageType as never }),
    menuOrder: t.exposeInt('menuOrder', { description: 'Place among the links.' }),
    pageId: t.int({ nullable: true, description: 'The page of the site that it leads to.', resolve: ({ pageId }) => pageId || null }),
    externalUrl: t.string({
      nullable: true,
      description: 'The address elsewhere that it leads to.',
      resolve: ({ externalUrl }) => externalUrl || null,
    }),
    isExternal: t.exposeBoolean('isExternalUrl', { description: 'The address elsewhere counts, not the page.' }),
    hidesBanner: t.exposeBoolean('hideCookieBanner', { description: 'The banner does not cover that page.' }),
    opensNewTab: t.exposeBoolean('isTargetBlank', { description: 'It opens in a new tab.' }),
  }),
});

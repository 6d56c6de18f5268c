import { listDefinitions } from '#app/domains/consent/configuration/meta.ts';
import type { TechnicalDefinition } from '#app/domains/consent/revision/content.types.ts';
import { builder } from '../builder.ts';
import { getVisibleNodeId } from './access.ts';
import { BannerPageType, BlockerContent, BlockerCriteria, BlockerVisual, LegalBasis, ConsentItemStatus } from './enums.ts';
import { oneOf } from '../public/public-mapping.ts';
import { durationUnits, storageTypes, countryTreatments } from './enum-definitions.ts';

export const ServiceGroup = builder.prismaNode('ServiceGroup', {
  nullable: true,
  id: { field: 'id' },
  findUnique: getVisibleNodeId,
  description: 'Services that visitors accept or refuse together.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    slug: t.exposeString('slug', { description: 'Slug of the group.' }),
    name: t.exposeString('name', { description: 'Name that is shown to visitors.' }),
    description: t.exposeString('description', { description: 'Purpose that is shown to visitors.' }),
    position: t.exposeInt('position', { description: 'Position among the groups, from 0.' }),
    isEssential: t.exposeBoolean('isEssential', { description: 'Whether the services of the group require no consent.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether the group is one of the default groups.' }),
    services: t.relation('services', {
      description: 'Services of the group, in order, including those in the trash.',
      query: { orderBy: [{ menuOrder: 'asc' }, { id: 'desc' }] },
    }),
  }),
});

const Contact = builder.objectRef<{ phone?: string; email?: string; link?: string }>('ServiceProviderContact').implement({
  description: "Contact details of a service's provider; unknown details are empty.",
  fields: (t) => ({
    phone: t.string({ description: 'Telephone number of the provider.', resolve: ({ phone }) => phone ?? '' }),
    email: t.string({ description: 'Email address of the provider.', resolve: ({ email }) => email ?? '' }),
    link: t.string({ description: 'URL of a contact form.', resolve: ({ link }) => link ?? '' }),
  }),
});

export const TechnicalDefinitionType = builder.objectRef<TechnicalDefinition>('TechnicalDefinition').implement({
  description: 'Definition of a cookie or another item that a service stores in the browser.',
  fields: (t) => ({
    type: t.exposeString('type', { ...oneOf(storageTypes, 'Type of storage in the browser.') }),
    name: t.exposeString('name', { description: 'Name of the item; `*` stands for any characters.' }),
    host: t.exposeString('host', {
      description: 'Host for which the item is stored; `main` is the host of this site, `main+subdomains` also includes its subdomains.',
    }),
    duration: t.exposeInt('duration', { description: 'How long the item is stored, in the unit `durationUnit`.' }),
    durationUnit: t.exposeString('durationUnit', { ...oneOf(durationUnits, 'Unit of `duration`.') }),
    isSessionDuration: t.exposeBoolean('isSessionDuration', { description: 'Whether the item is deleted when the browser is closed.' }),
    purpose: t.exposeString('purpose', { description: 'Purpose of the stored item, as it is shown to visitors.' }),
  }),
});

export const ConsentService = builder.prismaNode('ConsentService', {
  nullable: true,
  id: { field: 'id' },
  findUnique: getVisibleNodeId,
  description: 'A third-party service or cookie that pages use, such as an embedded video.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    slug: t.exposeString('slug', { description: 'Slug of the service.' }),
    title: t.exposeString('title', { description: 'Name that is shown to visitors.' }),
    purpose: t.exposeString('purpose', { description: 'Purpose that is shown to visitors.' }),
    status: t.field({
      type: ConsentItemStatus,
      description: 'Whether the banner asks for the service.',
      resolve: ({ status }) => status as never,
    }),
    group: t.relation('group', {
      nullable: true,
      description: 'The group of the service; null if it is in no group, so that visitors are not asked.',
    }),
    menuOrder: t.exposeInt('menuOrder', { description: 'Position within the group.' }),
    uniqueName: t.exposeString('uniqueName', { description: 'Name by which scripts of pages refer to the service.' }),
    provider: t.exposeString('provider', { description: 'Name of the provider.' }),
    isProviderCurrentWebsite: t.exposeBoolean('isProviderCurrentWebsite', {
      description: 'Whether the operator of this site provides the service.',
    }),
    providerContact: t.field({
      type: Contact,
      description: 'Contact details of the provider.',
      resolve: ({ providerContact }) => providerContact as object,
    }),
    privacyPolicyUrl: t.exposeString('providerPrivacyPolicyUrl', {
      description: 'URL of the provider’s privacy policy; empty if unknown.',
    }),
    legalNoticeUrl: t.exposeString('providerLegalNoticeUrl', { description: 'URL of the provider’s legal notice; empty if unknown.' }),
    legalBasis: t.field({ type: LegalBasis, description: 'Legal basis of the service.', resolve: ({ legalBasis }) => legalBasis as never }),
    countries: t.exposeStringList('dataProcessingInCountries', {
      description: 'Countries in which the service processes data, as two-letter codes.',
    }),
    countryTreatments: t.exposeStringList('dataProcessingInCountriesSpecialTreatments', {
      ...oneOf(countryTreatments, 'Safeguards for processing data in countries without adequate protection.', { otherwise: null }),
    }),
    technicalDefinitions: t.field({
      type: [TechnicalDefinitionType],
      description: 'Definitions of the cookies and other data that the service stores in browsers.',
      resolve: (service) => listDefinitions(service),
    }),
    storesNothing: t.exposeBoolean('isEmbeddingOnlyExternalResources', {
      description: 'Whether the service stores nothing and only loads content from another site.',
    }),
    codeOptIn: t.exposeString('codeOptIn', { description: 'HTML that is added to pages once the visitor accepts the service.' }),
    codeOptOut: t.exposeString('codeOptOut', { description: 'HTML that is added to pages once the visitor refuses the service.' }),
    codeOnPageLoad: t.exposeString('codeOnPageLoad', { description: 'HTML that is added to all pages, even without consent.' }),
    codeDynamics: t.expose('codeDynamics', {
      type: 'JSON',
      description: 'Values of the placeholders in the code of the service, by name.',
    }),
    executePriority: t.exposeInt('executePriority', {
      description: 'Priority of the code of the service; code with smaller numbers runs first.',
    }),
    deletesCookiesAfterOptOut: t.exposeBoolean('deleteTechnicalDefinitionsAfterOptOut', {
      description: 'Whether the cookies of the service are deleted when a visitor refuses it.',
    }),
    templateIdentifier: t.string({
      nullable: true,
      description: 'Identifier of the template from which the service was created; null if it was created without a template.',
      resolve: ({ presetId }) => (presetId === '' ? null : presetId),
    }),
  }),
});

export const ContentBlocker = builder.prismaNode('ContentBlocker', {
  nullable: true,
  id: { field: 'id' },
  findUnique: getVisibleNodeId,
  description: 'Rules for content that is blocked until visitors accept certain services.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    slug: t.exposeString('slug', { description: 'Slug of the blocker.' }),
    title: t.exposeString('title', { description: 'Name that is shown to visitors.' }),
    description: t.exposeString('description', { description: 'Text that is shown in place of the blocked content.' }),
    status: t.field({ type: ConsentItemStatus, description: 'Whether the blocker is active.', resolve: ({ status }) => status as never }),
    rules: t.exposeStringList('rules', {
      description:
        'Rules that match the content to block: URLs, in which `*` stands for any characters, and selectors such as `iframe[src*="maps"]`.',
    }),
    criteria: t.field({
      type: BlockerCriteria,
      description: 'Whether visitors have to accept services or vendors.',
      resolve: ({ criteria }) => criteria as never,
    }),
    services: t.field({
      type: [ConsentService],
      description: 'The services that have to be accepted.',
      select: { services: { include: { service: true }, orderBy: { position: 'asc' } } },
      resolve: ({ services }) => services.map(({ service }) => service),
    }),
    isVisual: t.exposeBoolean('isVisual', { description: 'Whether a placeholder replaces the blocked content.' }),
    visualType: t.field({
      type: BlockerVisual,
      description: 'Placeholder that replaces the blocked content.',
      resolve: ({ visualType }) => visualType as never,
    }),
    visualContentType: t.field({
      type: BlockerContent,
      nullable: true,
      description: 'Type of the blocked content; null if none is set.',
      resolve: ({ visualContentType }) => (visualContentType === '' ? null : (visualContentType as never)),
    }),
    isDark: t.exposeBoolean('isVisualDarkMode', { description: 'Whether the placeholder has dark colors.' }),
    blur: t.exposeInt('visualBlur', { description: 'Blur of the picture in pixels.' }),
    buttonText: t.exposeString('visualHeroButtonText', {
      description: 'Text of the button; empty if the button has the text of the banner.',
    }),
    templateIdentifier: t.string({
      nullable: true,
      description: 'Identifier of the template from which the blocker was created; null if it was created without a template.',
      resolve: ({ presetId }) => (presetId === '' ? null : presetId),
    }),
  }),
});

export const BannerLink = builder.prismaNode('BannerLink', {
  nullable: true,
  id: { field: 'id' },
  findUnique: getVisibleNodeId,
  description: 'A link at the bottom of the banner.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    slug: t.exposeString('slug', { description: 'Slug of the link.' }),
    title: t.exposeString('title', { description: 'Text of the link.' }),
    status: t.field({
      type: ConsentItemStatus,
      description: 'Whether the banner shows the link.',
      resolve: ({ status }) => status as never,
    }),
    pageType: t.field({
      type: BannerPageType,
      description: 'Type of the linked page.',
      resolve: ({ pageType }) => pageType as never,
    }),
    menuOrder: t.exposeInt('menuOrder', { description: 'Position among the links.' }),
    pageId: t.int({
      nullable: true,
      description: 'ID of the linked page; null if the link has no page.',
      resolve: ({ pageId }) => pageId || null,
    }),
    externalUrl: t.string({
      nullable: true,
      description: 'External URL of the link; null if the link has no external URL.',
      resolve: ({ externalUrl }) => externalUrl || null,
    }),
    isExternal: t.exposeBoolean('isExternalUrl', { description: 'Whether the link uses `externalUrl` instead of a page.' }),
    hidesBanner: t.exposeBoolean('hideCookieBanner', { description: 'Whether the banner is hidden on the linked page.' }),
    opensNewTab: t.exposeBoolean('isTargetBlank', { description: 'Whether the link opens in a new tab.' }),
  }),
});

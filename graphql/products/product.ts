import { openAnnouncements } from '#app/domains/products/announcement.service.ts';
import { getProduct, isActive } from '#app/domains/products/product.service.ts';
import { type Checkbox, openCheckboxes } from '#app/domains/products/registration.service.ts';
import { telemetryOf } from '#app/domains/products/telemetry.service.ts';
import type { Fact } from '#app/domains/consent/statistics/facts.service.ts';
import { THE_SITE } from '#app/domains/products/product.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { runsProducts } from './access.ts';

/** How much an announcement matters. */
export const Severity = builder.enumType('AnnouncementSeverity', {
  description: 'How much an announcement matters.',
  values: {
    INFO: { value: 'info', description: 'Good to know.' },
    SUCCESS: { value: 'success', description: 'Something went well.' },
    WARNING: { value: 'warning', description: 'To be looked at.' },
    ERROR: { value: 'error', description: 'Something is broken.' },
  } as const,
});

/** Something that those who run a product should know. */
export const AnnouncementNode = builder.prismaObject('Announcement', {
  description: 'Something that those who run a product should know.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    title: t.exposeString('title', { description: 'What it is about.' }),
    text: t.exposeString('text', { description: 'What it says; plain text.' }),
    severity: t.field({ type: Severity, description: 'How much it matters.', resolve: ({ severity }) => severity as never }),
    isDismissible: t.exposeBoolean('isDismissible', { description: 'It may be closed for good.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

const CheckboxRow = builder.objectRef<Checkbox>('ProductCheckbox').implement({
  description: 'A box that the form of a product shows.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Name that identifies it.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
  }),
});

/** Something that could be told of how a product is used. */
export const FactRow = builder.objectRef<Fact>('UsageFact').implement({
  description: 'Something that could be told of how a product is used. Nothing is ever sent.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What it is about.' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'A number, a text, true or false, or a list.',
      resolve: ({ value }) => value,
    }),
  }),
});

const Reader = builder.objectRef<{ firstName: string; email: string }>('PotentialNewsletterReader').implement({
  ...legacyOnly('The caller is `viewer { firstName email }`.'),
  description: 'The caller, as a form is filled in beforehand.',
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'First name of the user.' }),
    email: t.exposeString('email', { description: 'E-mail address of the person.' }),
  }),
});

const withCodes = { licenses: { select: { code: true } } } as const;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Something that this site runs and that may have a license. */
export const ProductNode = builder.prismaNode('Product', {
  nullable: true,
  id: { field: 'slug' },
  findUnique: (slug, { viewer }) => ({ slug: runsProducts(viewer) ? slug : '' }),
  description: 'Something that this site runs and that may have a license.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Its short name.' }),
    name: t.exposeString('name', { description: 'Name that identifies it.' }),
    version: t.exposeString('version', { description: 'Version of the banner.' }),
    needsLicenseKey: t.exposeBoolean('isPaid', { description: 'It does not run without a license key.' }),
    privacyPolicyUrl: t.exposeString('privacyPolicy', { description: 'What becomes of data given to its maker; empty = not said.' }),
    privacyProvider: t.string({
      ...legacy({ use: 'privacyPolicyUrl' }),
      description: 'Host of the privacy policy.',
      resolve: ({ privacyPolicy }) => hostOf(privacyPolicy),
    }),
    accountUrl: t.exposeString('accountSiteUrl', { description: 'Where licenses are bought; empty = nowhere.' }),
    licenseKeyHelpUrl: t.exposeString('licenseKeyHelpUrl', { description: 'Where it says how to find a key; empty = nowhere.' }),
    asksForTelemetry: t.exposeBoolean('asksForTelemetry', { description: 'Its form asks for telemetry.' }),
    asksForNewsletter: t.exposeBoolean('asksForNewsletter', { description: 'Its form asks whether to send news.' }),
    autoUpdates: t.exposeBoolean('autoUpdates', { description: 'It is updated by itself.' }),
    mayAutoUpdate: t.boolean({
      ...legacy({ use: 'autoUpdates' }),
      description: 'Its form asks for automatic updates: they are not on yet.',
      resolve: ({ autoUpdates }) => !autoUpdates,
    }),
    licenses: t.relation('licenses', { description: 'What this installation has of its license.', query: { orderBy: { blogId: 'asc' } } }),
    programmaticLicense: t.relation('programmatic', { nullable: true, description: 'The key that it is activated with by itself.' }),
    wasAsked: t.boolean({
      description: 'Someone has used its form before.',
      select: withCodes,
      resolve: ({ licenses }) => licenses.some(({ code }) => code !== null),
    }),
    isLicensed: t.boolean({ description: 'It is activated.', select: withCodes, resolve: ({ licenses }) => licenses.some(isActive) }),
    showsAnnouncements: t.boolean({
      description: 'Its announcements are on, and it is licensed.',
      select: { ...withCodes, showsAnnouncements: true },
      resolve: ({ showsAnnouncements, licenses }) => showsAnnouncements && licenses.some(isActive),
    }),
    announcements: t.prismaField({
      type: [AnnouncementNode],
      description: 'Announcements that nobody has closed, newest first, at most 100; none while they are off.',
      resolve: async (query, { slug }, _args, { site }) => await openAnnouncements(site, await getProduct(site, slug), query),
    }),
    checkboxes: t.field({
      type: [CheckboxRow],
      description: 'Further checkboxes of its form.',
      resolve: ({ slug }, _args, { site }) => openCheckboxes(site, slug),
    }),
    telemetry: t.field({
      type: [FactRow],
      description: 'What could be told of how it is used, computed now. Nothing is ever sent.',
      resolve: ({ slug }, _args, { site }) => telemetryOf(site, slug, THE_SITE),
    }),
    potentialReader: t.field({
      type: Reader,
      ...legacyOnly('The caller is `viewer { firstName email }`.'),
      description: 'The caller, as its form is filled in beforehand.',
      resolve: async (_product, _args, { site, viewer }) => {
        const user = await site.db.prisma.user.findUnique({ where: { id: viewer.id }, select: { firstName: true, email: true } });
        return user ?? { firstName: '', email: '' };
      },
    }),
  }),
});

import { listOpenAnnouncements } from '#app/domains/products/announcement.service.ts';
import { getProduct, isActive } from '#app/domains/products/product.service.ts';
import { type Checkbox, listOpenCheckboxes } from '#app/domains/products/registration.service.ts';
import { collectTelemetry } from '#app/domains/products/telemetry.service.ts';
import type { UsageFact } from '#app/domains/consent/statistics/facts.service.ts';
import { SITE_ID } from '#app/domains/products/product.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { canManageProducts } from './access.ts';

export const Severity = builder.enumType('AnnouncementSeverity', {
  description: 'Severity of an announcement.',
  values: {
    INFO: { value: 'info', description: 'General information for users.' },
    SUCCESS: { value: 'success', description: 'An action succeeded.' },
    WARNING: { value: 'warning', description: 'A problem that may need action.' },
    ERROR: { value: 'error', description: 'An error that needs action.' },
  } as const,
});

export const AnnouncementNode = builder.prismaObject('Announcement', {
  description: 'A message to users who manage a product.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Title of the announcement.' }),
    text: t.exposeString('text', { description: 'Text of the announcement, without markup.' }),
    severity: t.field({ type: Severity, description: 'Severity of the announcement.', resolve: ({ severity }) => severity as never }),
    isDismissible: t.exposeBoolean('isDismissible', { description: 'Whether the announcement can be dismissed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the announcement was created.' }),
  }),
});

const CheckboxRow = builder.objectRef<Checkbox>('ProductCheckbox').implement({
  description: 'A checkbox in the form of a product.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Name of the checkbox in requests.' }),
    text: t.exposeString('text', { description: 'Label of the checkbox.' }),
  }),
});

/** A usage statistic of a product, as telemetry would contain it. It is only shown to users who manage products. */
export const UsageFactType = builder.objectRef<UsageFact>('UsageFact').implement({
  description: 'A fact about the use of a product. It is never sent to the vendor.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Name of the fact.' }),
    value: t.expose('value', { type: 'JSON', nullable: true, description: 'Value of the fact: a number, string, Boolean, list or null.' }),
  }),
});

const Reader = builder.objectRef<{ firstName: string; email: string }>('PotentialNewsletterReader').implement({
  ...legacyOnly('Use `viewer { firstName email }` instead.'),
  description: 'Name and email address of the user, to fill in a form.',
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'First name of the user.' }),
    email: t.exposeString('email', { description: 'Email address of the user.' }),
  }),
});

const licenseCodes = { licenses: { select: { code: true } } } as const;

const getHost = (url: string): string => URL.parse(url)?.host ?? '';

export const ProductNode = builder.prismaNode('Product', {
  nullable: true,
  id: { field: 'slug' },
  findUnique: (slug, { viewer }) => ({ slug: canManageProducts(viewer) ? slug : '' }),
  description: 'A product of this site that may have a license.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the product.' }),
    name: t.exposeString('name', { description: 'Name of the product.' }),
    version: t.exposeString('version', { description: 'Version of the product.' }),
    needsLicenseKey: t.exposeBoolean('isPaid', { description: 'Whether the product requires a license key.' }),
    privacyPolicyUrl: t.exposeString('privacyPolicy', {
      description: "URL of the privacy policy of the product's maker; empty if unknown.",
    }),
    privacyProvider: t.string({
      ...legacy({ use: 'privacyPolicyUrl' }),
      description: 'Host of the privacy policy.',
      resolve: ({ privacyPolicy }) => getHost(privacyPolicy),
    }),
    accountUrl: t.exposeString('accountSiteUrl', { description: 'URL of a page that sells licenses; empty if it does not exist.' }),
    licenseKeyHelpUrl: t.exposeString('licenseKeyHelpUrl', {
      description: 'URL of a page that explains where to find the key; empty if it does not exist.',
    }),
    asksForTelemetry: t.exposeBoolean('asksForTelemetry', { description: 'Whether the form of the product asks for telemetry.' }),
    asksForNewsletter: t.exposeBoolean('asksForNewsletter', {
      description: 'Whether the form of the product asks for a subscription to news.',
    }),
    autoUpdates: t.exposeBoolean('autoUpdates', { description: 'Whether the product is updated automatically.' }),
    mayAutoUpdate: t.boolean({
      ...legacy({ use: 'autoUpdates' }),
      description: 'Whether the form of the product offers automatic updates, because they are not on yet.',
      resolve: ({ autoUpdates }) => !autoUpdates,
    }),
    licenses: t.relation('licenses', { description: 'Licenses of this installation.', query: { orderBy: { blogId: 'asc' } } }),
    programmaticLicense: t.relation('programmatic', {
      nullable: true,
      description: 'Key for the automatic activation of the product; null if none is set.',
    }),
    wasAsked: t.boolean({
      description: 'Whether the form of the product was submitted before.',
      select: licenseCodes,
      resolve: ({ licenses }) => licenses.some(({ code }) => code !== null),
    }),
    isLicensed: t.boolean({
      description: 'Whether the product is activated.',
      select: licenseCodes,
      resolve: ({ licenses }) => licenses.some(isActive),
    }),
    showsAnnouncements: t.boolean({
      description: 'Whether the announcements of the product are on, and the product is licensed.',
      select: { ...licenseCodes, showsAnnouncements: true },
      resolve: ({ showsAnnouncements, licenses }) => showsAnnouncements && licenses.some(isActive),
    }),
    announcements: t.prismaField({
      type: [AnnouncementNode],
      description: 'Announcements that were not dismissed, newest first, at most 100; empty while announcements are off.',
      resolve: async (query, { slug }, _args, { site }) => await listOpenAnnouncements(site, await getProduct(site, slug), query),
    }),
    checkboxes: t.field({
      type: [CheckboxRow],
      description: 'Additional checkboxes in the form of the product.',
      resolve: ({ slug }, _args, { site }) => listOpenCheckboxes(site, slug),
    }),
    telemetry: t.field({
      type: [UsageFactType],
      description: 'Telemetry data, computed for this request. It is never sent to the vendor.',
      resolve: ({ slug }, _args, { site }) => collectTelemetry(site, slug, SITE_ID),
    }),
    potentialReader: t.field({
      type: Reader,
      ...legacyOnly('Use `viewer { firstName email }` instead.'),
      description: 'Name and email address of the user, to fill in the form of the product.',
      resolve: async (_product, _args, { site, viewer }) => {
        const user = await site.db.prisma.user.findUnique({ where: { id: viewer.id }, select: { firstName: true, email: true } });
        return user ?? { firstName: '', email: '' };
      },
    }),
  }),
});

import { formatIsoLocal } from '#app/core/time/zone.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { isActive } from '#app/domains/products/product.service.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { LicenseKey, ProductLicense as Stored } from '#db';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { seenBy } from '../global-ids.ts';
import { runsProducts } from './access.ts';

/** What an installation is for. */
export const InstallationType = builder.enumType('InstallationType', {
  description: 'What an installation is for.',
  values: {
    DEVELOPMENT: { value: 'development', description: 'Trying and building.' },
    PRODUCTION: { value: 'production', description: 'Number of visitors.' },
  } as const,
});

/** A key by which a product may be activated. */
export const LicenseKeyNode = builder.prismaNode('LicenseKey', {
  ...seenBy(({ viewer }) => runsProducts(viewer)),
  description: 'A key by which a product may be activated.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The license key itself.' }),
    maxActivations: t.exposeInt('maxActivations', { description: 'How often it may be in use at once.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it stops to be valid; null = never.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was withdrawn.' }),
    product: t.relation('product', { description: 'What it activates.' }),
  }),
});

builder.prismaObject('ProgrammaticLicense', {
  description: 'A key that the installation is activated with by itself.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The license key itself.' }),
    installationType: t.field({
      type: InstallationType,
      description: 'What the installation is for.',
      resolve: ({ environment }) => environment as never,
    }),
    telemetry: t.exposeBoolean('telemetry', { description: 'Anyone who set it agrees to telling how the product is used.' }),
  }),
});

const local = (moment: Date | null, site: Site): string | null => moment && formatIsoLocal(moment, siteZone(site));

const Activation = builder.objectRef<{ license: Stored; key: LicenseKey | null }>('ProductActivation').implement({
  description: 'An active license as the license store knows it.',
  fields: (t) => ({
    licenseKey: t.string({ description: 'The license key itself.', resolve: ({ license }) => license.code ?? '' }),
    uuid: t.string({ description: 'Names the installation.', resolve: ({ license }) => license.uuid }),
    host: t.string({ description: 'Host that it is for.', resolve: ({ license }) => license.hostname }),
    installationType: t.field({
      type: InstallationType,
      nullable: true,
      description: 'What the installation is for.',
      resolve: ({ license }) => license.installationType as never,
    }),
    activatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Moment since which it holds.',
      resolve: ({ license }) => license.activatedAt,
    }),
    activatedLocal: t.string({
      nullable: true,
      ...legacy({ use: 'activatedAt' }),
      description: 'The same with the offset of the site’s zone.',
      resolve: ({ license }, _args, { site }) => local(license.activatedAt, site),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the key stops to be valid; null = never.',
      resolve: ({ key }) => key?.expiresAt ?? null,
    }),
    expiresLocal: t.string({
      nullable: true,
      ...legacy({ use: 'expiresAt' }),
      description: 'The same with the offset of the site’s zone.',
      resolve: ({ key }, _args, { site }) => local(key?.expiresAt ?? null, site),
    }),
  }),
});

const Hint = builder.objectRef<{ validateStatus: string; hasFeedback: boolean; help: string }>('LicenseHint').implement({
  description: 'What went wrong with a license while nobody watched.',
  fields: (t) => ({
    help: t.exposeString('help', { description: 'What to do about it.' }),
    status: t.exposeString('validateStatus', { description: 'The value is always `error`.' }),
    hasFeedback: t.exposeBoolean('hasFeedback', {
      ...legacyOnly('A form decides itself where it shows the hint.'),
      description: 'A form shows it beside the field.',
    }),
  }),
});

/** What this installation has of a product’s license. */
export const ProductLicenseNode = builder.prismaObject('ProductLicense', {
  description: 'What this installation has of a product’s license.',
  fields: (t) => ({
    siteId: t.exposeInt('blogId', { description: 'Number of the site; there is one, 1.' }),
    siteName: t.string({
      description: 'The site and its host.',
      resolve: (_license, _args, { site }) => `${site.settings.get(siteName)} (${new URL(site.config.siteUrl).host})`,
    }),
    product: t.relation('product', { description: 'What it is for.' }),
    isActive: t.boolean({ description: 'The product is activated.', resolve: (license) => isActive(license) }),
    code: t.string({
      nullable: true,
      description: 'The key; empty = skipped or removed, null = never touched.',
      resolve: ({ code }) => code,
    }),
    codeOrFalse: t.field({
      type: 'JSON',
      ...legacy({ use: 'code' }),
      description: 'The key as a text, or false where it was never touched.',
      resolve: ({ code }) => code ?? false,
    }),
    uuid: t.exposeString('uuid', { description: 'Names the installation; empty before its first activation.' }),
    host: t.exposeString('hostname', { description: 'Host that it is activated for; empty while it is not.' }),
    telemetry: t.exposeBoolean('telemetry', { description: 'Someone agreed to telling how the product is used; nothing is ever sent.' }),
    installationType: t.field({
      type: InstallationType,
      nullable: true,
      description: 'What the installation is for; null = not said.',
      resolve: ({ installationType }) => installationType as never,
    }),
    noUsage: t.exposeBoolean('noUsage', { description: 'The site does not use the product.' }),
    hint: t.field({
      type: Hint,
      nullable: true,
      description: 'What went wrong while nobody watched.',
      resolve: ({ hint }) => hint as { validateStatus: string; hasFeedback: boolean; help: string } | null,
    }),
    activation: t.field({
      type: Activation,
      nullable: true,
      description: 'What the license store knows of it; null while it is not active.',
      resolve: async (license, _args, { site }) => {
        if (!isActive(license)) return null;
        return { license: license as Stored, key: await site.db.prisma.licenseKey.findUnique({ where: { key: String(license.code) } }) };
      },
    }),
  }),
});

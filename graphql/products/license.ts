import { formatIsoLocal } from '#app/core/time/zone.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { isActive } from '#app/domains/products/product.service.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { LicenseKey, ProductLicense as Stored } from '#db';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { visibleTo } from '../global-ids.ts';
import { canManageProducts } from './access.ts';

export const InstallationType = builder.enumType('InstallationType', {
  description: 'Purpose of an installation.',
  values: {
    DEVELOPMENT: { value: 'development', description: 'Development and testing.' },
    PRODUCTION: { value: 'production', description: 'Use by the public.' },
  } as const,
});

export const LicenseKeyNode = builder.prismaNode('LicenseKey', {
  ...visibleTo(({ viewer }) => canManageProducts(viewer)),
  description: 'A key that activates a product.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The license key itself.' }),
    maxActivations: t.exposeInt('maxActivations', { description: 'Maximum number of simultaneous activations.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was issued.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the license expires; null if it never expires.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; null if it is not revoked.',
    }),
    product: t.relation('product', { description: 'Product that the key activates.' }),
  }),
});

builder.prismaObject('ProgrammaticLicense', {
  description: 'A key for the automatic activation of an installation.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The license key itself.' }),
    installationType: t.field({
      type: InstallationType,
      description: 'Purpose of the installation.',
      resolve: ({ environment }) => environment as never,
    }),
    telemetry: t.exposeBoolean('telemetry', { description: 'Whether the user agreed to telemetry.' }),
  }),
});

const formatLocal = (time: Date | null, site: Site): string | null => time && formatIsoLocal(time, getSiteZone(site));

const Activation = builder.objectRef<{ license: Stored; key: LicenseKey | null }>('ProductActivation').implement({
  description: 'An active license in the license store.',
  fields: (t) => ({
    licenseKey: t.string({ description: 'The license key.', resolve: ({ license }) => license.code ?? '' }),
    uuid: t.string({ description: 'UUID of the installation.', resolve: ({ license }) => license.uuid }),
    host: t.string({ description: 'Host of the activation.', resolve: ({ license }) => license.hostname }),
    installationType: t.field({
      type: InstallationType,
      nullable: true,
      description: 'Purpose of the installation; null if unknown.',
      resolve: ({ license }) => license.installationType as never,
    }),
    activatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the installation was activated; null if unknown.',
      resolve: ({ license }) => license.activatedAt,
    }),
    activatedLocal: t.string({
      nullable: true,
      ...legacy({ use: 'activatedAt' }),
      description: 'Value of `activatedAt` with the UTC offset of the site’s time zone.',
      resolve: ({ license }, _args, { site }) => formatLocal(license.activatedAt, site),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the key expires; null if it never expires.',
      resolve: ({ key }) => key?.expiresAt ?? null,
    }),
    expiresLocal: t.string({
      nullable: true,
      ...legacy({ use: 'expiresAt' }),
      description: 'Value of `expiresAt` with the UTC offset of the site’s time zone.',
      resolve: ({ key }, _args, { site }) => formatLocal(key?.expiresAt ?? null, site),
    }),
  }),
});

const Hint = builder.objectRef<{ validateStatus: string; hasFeedback: boolean; help: string }>('LicenseHint').implement({
  description: 'A problem with a license that occurred in the background.',
  fields: (t) => ({
    help: t.exposeString('help', { description: 'How to solve the problem.' }),
    status: t.exposeString('validateStatus', { description: 'The value is always `error`.' }),
    hasFeedback: t.exposeBoolean('hasFeedback', {
      ...legacyOnly('Clients decide themselves where to show the hint.'),
      description: 'Whether a form shows the hint beside the field.',
    }),
  }),
});

export const ProductLicenseNode = builder.prismaObject('ProductLicense', {
  description: 'The license of a product in this installation.',
  fields: (t) => ({
    siteId: t.exposeInt('blogId', { description: 'ID of the site; always 1.' }),
    siteName: t.string({
      description: 'Title of the site and its host.',
      resolve: (_license, _args, { site }) => `${site.settings.get(siteName)} (${new URL(site.config.siteUrl).host})`,
    }),
    product: t.relation('product', { description: 'Product that the license is for.' }),
    isActive: t.boolean({ description: 'Whether the product is activated.', resolve: (license) => isActive(license) }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'The license key; empty if it was skipped or removed, null if it was never set.',
    }),
    codeOrFalse: t.field({
      type: 'JSON',
      ...legacy({ use: 'code' }),
      description: 'The key as a string, or false if it was never set.',
      resolve: ({ code }) => code ?? false,
    }),
    uuid: t.exposeString('uuid', { description: 'UUID of the installation; empty before its first activation.' }),
    host: t.exposeString('hostname', { description: 'Host of the activation; empty while the product is not active.' }),
    telemetry: t.exposeBoolean('telemetry', { description: 'Whether a user agreed to telemetry. Telemetry data is never sent.' }),
    installationType: t.field({
      type: InstallationType,
      nullable: true,
      description: 'Purpose of the installation; null if unknown.',
      resolve: ({ installationType }) => installationType as never,
    }),
    noUsage: t.exposeBoolean('noUsage', { description: 'Whether the site does not use the product.' }),
    hint: t.field({
      type: Hint,
      nullable: true,
      description: 'A problem that occurred in the background; null if none exists.',
      resolve: ({ hint }) => hint as { validateStatus: string; hasFeedback: boolean; help: string } | null,
    }),
    activation: t.field({
      type: Activation,
      nullable: true,
      description: 'The activation in the license store; null while the product is not active.',
      resolve: async (license, _args, { site }) => {
        if (!isActive(license)) return null;
        return { license: license as Stored, key: await site.db.prisma.licenseKey.findUnique({ where: { key: String(license.code) } }) };
      },
    }),
  }),
});

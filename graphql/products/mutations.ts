import { createAnnouncement, dismissAnnouncement, showAnnouncements } from '#app/domains/products/announcement.service.ts';
import { issueKey, revokeKey } from '#app/domains/products/license/keys.service.ts';
import {
  deactivate,
  forgetInstallation,
  getLicensed,
  retryProgrammatic,
  setProgrammaticKey,
  skipLicense,
} from '#app/domains/products/license/license.service.ts';
import { getProduct } from '#app/domains/products/product.service.ts';
import { registerProduct } from '#app/domains/products/registration.service.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { productManagers } from './access.ts';
import { InstallationType, LicenseKeyNode, ProductLicenseNode } from './license.ts';
import { AnnouncementNode, ProductNode, Severity } from './product.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const LicenseDraft = builder.inputType('ProductLicenseDraft', {
  description: 'A license for a site.',
  fields: (t) => ({
    siteId: t.int({ required: true, description: 'ID of the site; always 1.' }),
    code: t.string({ description: 'The key; a product without keys gets a generated one.' }),
    installationType: t.field({ type: InstallationType, description: 'Purpose of the installation; production by default.' }),
    noUsage: t.boolean({ description: 'Whether the site does not use the product.' }),
  }),
});

const Registration = builder.inputType('ProductRegistration', {
  description: 'The form to set up a product.',
  fields: (t) => ({
    licenses: t.field({ type: [LicenseDraft], description: 'The licenses; not required for a product without keys.' }),
    autoUpdates: t.boolean({ description: 'Whether the product is updated automatically.' }),
    telemetry: t.boolean({ description: 'Whether the user agrees to telemetry.' }),
    newsletter: t.boolean({ description: 'Whether to subscribe to news by mail, which requires first name and email address.' }),
    firstName: t.string({ description: 'First name of the user.' }),
    email: t.string({ description: 'Email address of the user.' }),
    checked: t.stringList({ description: 'Names of the checked boxes.' }),
  }),
});

const NewAnnouncement = builder.inputType('AnnouncementDraft', {
  description: 'A new announcement.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title of the announcement.' }),
    text: t.string({ required: true, description: 'Text of the announcement, without markup.' }),
    severity: t.field({ type: Severity, description: 'Severity of the announcement.' }),
    isDismissible: t.boolean({ description: 'Whether the announcement can be dismissed; true by default.' }),
  }),
});

const ProgrammaticLicenseDraft = builder.inputType('ProgrammaticLicenseDraft', {
  description: 'A key for the automatic activation of an installation.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The license key.' }),
    installationType: t.field({ type: InstallationType, description: 'Purpose of the installation; production by default.' }),
    telemetry: t.boolean({ description: 'Whether the user agrees to telemetry.' }),
    agreesToPrivacyPolicy: t.boolean({ required: true, description: 'Whether the user has agreed to the privacy policy.' }),
  }),
});

const product = { required: true, description: 'Slug of the product.' } as const;
const siteId = { required: true, description: 'ID of the site; always 1.' } as const;
const audience = 'For users who manage products.';

const loadLicense = async (site: Site, slug: string, id: number) => (await getLicensed(site, slug, id)).license as never;
const loadProduct = async (site: Site, slug: string) => (await getProduct(site, slug)).product as never;

builder.mutationFields((t) => ({
  registerProduct: t.field({
    type: ProductNode,
    ...productManagers,
    description: `Sets a product up and activates its license; an active license is not changed. Automatic updates stay on even if the license is refused. ${audience}`,
    args: {
      product: t.arg.string(product),
      registration: t.arg({ type: Registration, required: true, description: 'The values of the form.' }),
    },
    resolve: async (_root, { product: slug, registration: form }, { site }) => {
      await registerProduct(site, slug, {
        licenses:
          form.licenses?.map((license) => ({
            blogId: license.siteId,
            code: license.code ?? null,
            installationType: license.installationType ?? 'production',
            noUsage: license.noUsage === true,
          })) ?? null,
        autoUpdates: form.autoUpdates === true,
        telemetry: form.telemetry === true,
        newsletter: form.newsletter === true,
        firstName: form.firstName ?? '',
        email: form.email ?? '',
        checked: form.checked ?? [],
      });
      return await loadProduct(site, slug);
    },
  }),
  skipProductLicense: t.field({
    type: ProductNode,
    ...productManagers,
    description: `Records that you do not want a license for the product. A second call is refused. ${audience}`,
    args: { product: t.arg.string(product) },
    resolve: async (_root, { product: slug }, { site }) => {
      await skipLicense(site, slug);
      return await loadProduct(site, slug);
    },
  }),
  deactivateProduct: t.field({
    type: ProductLicenseNode,
    ...productManagers,
    description: `Releases an active license. ${audience}`,
    args: { product: t.arg.string(product), siteId: t.arg.int(siteId) },
    resolve: async (_root, { product: slug, siteId: id }, { site }) => {
      await deactivate(site, slug, id);
      return await loadLicense(site, slug, id);
    },
  }),
  retryProductLicense: t.field({
    type: ProductLicenseNode,
    ...productManagers,
    description: `Retries the activation with the automatic license key; a failure is stored as a hint. ${audience}`,
    args: { product: t.arg.string(product), siteId: t.arg.int(siteId) },
    resolve: async (_root, { product: slug, siteId: id }, { site }) => {
      await retryProgrammatic(site, slug, id);
      return await loadLicense(site, slug, id);
    },
  }),
  resetProductInstallation: t.field({
    ...declareFormerName('forgetProductInstallation'),
    type: ProductLicenseNode,
    ...productManagers,
    description: `Releases an active license and deletes the UUID of the installation; the next activation creates a new one. ${audience}`,
    args: { product: t.arg.string(product), siteId: t.arg.int(siteId) },
    resolve: async (_root, { product: slug, siteId: id }, { site }) => {
      await forgetInstallation(site, slug, id);
      return await loadLicense(site, slug, id);
    },
  }),
  setProgrammaticLicense: t.field({
    type: ProductNode,
    ...productManagers,
    description: `Sets the key for the automatic activation, and activates the installation with it; null removes the key. ${audience}`,
    args: { product: t.arg.string(product), license: t.arg({ type: ProgrammaticLicenseDraft, description: 'The key and its details.' }) },
    resolve: async (_root, { product: slug, license }, { site }) => {
      const key = license && {
        key: license.key,
        environment: license.installationType ?? ('production' as const),
        telemetry: license.telemetry === true,
        optInPrivacyPolicy: license.agreesToPrivacyPolicy,
      };
      await setProgrammaticKey(site, slug, key ?? null);
      return await loadProduct(site, slug);
    },
  }),
  issueLicenseKey: t.field({
    type: LicenseKeyNode,
    ...productManagers,
    description: `Issues a license key for a product. ${audience}`,
    args: {
      product: t.arg.string(product),
      maxActivations: t.arg.int({ description: 'Maximum number of simultaneous activations; 1 by default.' }),
      expiresAt: t.arg({ type: 'DateTime', description: 'When the key expires; never by default.' }),
    },
    resolve: async (_root, { product: slug, maxActivations, expiresAt }, { site }) =>
      (await issueKey(site, slug, { maxActivations: maxActivations ?? 1, expiresAt: expiresAt ?? null })) as never,
  }),
  revokeLicenseKey: t.field({
    type: LicenseKeyNode,
    nullable: true,
    ...productManagers,
    description: `Revokes a license key, so that no further installation can use it; null if the key does not exist. ${audience}`,
    args: { key: t.arg.string({ required: true, description: 'The license key.' }) },
    resolve: async (_root, { key }, { site }) => (await revokeKey(site, key)) as never,
  }),
  createAnnouncement: t.field({
    ...declareFormerName('announceProductNews'),
    type: AnnouncementNode,
    ...productManagers,
    description: `Publishes an announcement about a product to users who manage products. ${audience}`,
    args: {
      product: t.arg.string(product),
      draft: t.arg({ type: NewAnnouncement, required: true, description: 'The announcement to show.' }),
    },
    resolve: async (_root, { product: slug, draft: { title, text, severity, isDismissible } }, { site }) =>
      (await createAnnouncement(site, slug, {
        title,
        text,
        severity: severity ?? 'info',
        isDismissible: isDismissible !== false,
      })) as never,
  }),
  showProductAnnouncements: t.boolean({
    ...payload('isChanged', 'Whether the mutation changed the setting; false if it already had this value.'),
    ...productManagers,
    description: `Shows or hides the announcements of a product, and returns whether the setting changed. ${audience}`,
    args: {
      product: t.arg.string(product),
      isShown: t.arg.boolean({ required: true, description: 'Whether the announcements are shown.' }),
    },
    resolve: (_root, { product: slug, isShown }, { site }) => showAnnouncements(site, slug, isShown),
  }),
  dismissAnnouncement: t.field({
    type: ProductNode,
    ...productManagers,
    description: `Dismisses an announcement permanently. ${audience}`,
    args: { product: t.arg.string(product), id: t.arg.int({ required: true, description: 'ID of the announcement.' }) },
    resolve: async (_root, { product: slug, id }, { site }) => {
      await dismissAnnouncement(site, slug, id);
      return await loadProduct(site, slug);
    },
  }),
}));

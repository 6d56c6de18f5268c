import { announce, dismissAnnouncement, showAnnouncements } from '#app/domains/products/announcement.service.ts';
import { issueKey, revokeKey } from '#app/domains/products/licence/keys.service.ts';
import {
  deactivate,
  forgetInstallation,
  getLicensed,
  retryProgrammatic,
  setProgrammaticKey,
  skipLicense,
} from '#app/domains/products/licence/licence.service.ts';
import { getProduct } from '#app/domains/products/product.service.ts';
import { register } from '#app/domains/products/registration.service.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { forOperators } from './access.ts';
import { InstallationType, LicenseKeyNode, ProductLicenseNode } from './license.ts';
import { AnnouncementNode, ProductNode, Severity } from './product.ts';
import { payload } from '../public/payload.ts';
import { formerly } from '../public/former-names.ts';

const LicenseDraft = builder.inputType('ProductLicenseDraft', {
  description: 'What is wanted for a site.',
  fields: (t) => ({
    siteId: t.int({ required: true, description: 'Number of the site; there is one, 1.' }),
    code: t.string({ description: 'The key; a product that needs none gets one of its own.' }),
    installationType: t.field({ type: InstallationType, description: 'What the installation is for; visitors unless said otherwise.' }),
    noUsage: t.boolean({ description: 'The site does not use the product.' }),
  }),
});

const Registration = builder.inputType('ProductRegistration', {
  description: 'The form by which a product is set up.',
  fields: (t) => ({
    licenses: t.field({ type: [LicenseDraft], description: 'What is wanted; not needed for a product without keys.' }),
    autoUpdates: t.boolean({ description: 'It is updated by itself.' }),
    telemetry: t.boolean({ description: 'Anyone who fills it in agrees to telling how the product is used.' }),
    newsletter: t.boolean({ description: 'They want news by mail: first name and address are needed.' }),
    firstName: t.string({ description: 'Their first name.' }),
    email: t.string({ description: 'Their e-mail address.' }),
    checked: t.stringList({ description: 'Names of the boxes that were ticked.' }),
  }),
});

const NewAnnouncement = builder.inputType('AnnouncementDraft', {
  description: 'A new announcement.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'What it is about.' }),
    text: t.string({ required: true, description: 'What it says; plain text.' }),
    severity: t.field({ type: Severity, description: 'How much it matters.' }),
    isDismissible: t.boolean({ description: 'It may be closed for good; it may unless said otherwise.' }),
  }),
});

const Programmatic = builder.inputType('ProgrammaticLicenseDraft', {
  description: 'A key that the installation is activated with by itself.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The license key itself.' }),
    installationType: t.field({ type: InstallationType, description: 'What the installation is for; visitors unless said otherwise.' }),
    telemetry: t.boolean({ description: 'Anyone who sets it agrees to telling how the product is used.' }),
    agreesToPrivacyPolicy: t.boolean({ required: true, description: 'Anyone who sets it has agreed to the privacy policy.' }),
  }),
});

const product = { required: true, description: 'Short name of the product.' } as const;
const siteId = { required: true, description: 'Number of the site; there is one, 1.' } as const;
const forOthers = 'For those who set up what the site runs.';

const licenseAfter = async (site: Site, slug: string, id: number) => (await getLicensed(site, slug, id)).license as never;
const productAfter = async (site: Site, slug: string) => (await getProduct(site, slug)).product as never;

builder.mutationFields((t) => ({
  registerProduct: t.field({
    type: ProductNode,
    ...forOperators,
    description: `Sets a product up and activates its license; an active one is left as it is. Automatic updates stay on though the license is refused. ${forOthers}`,
    args: {
      product: t.arg.string(product),
      registration: t.arg({ type: Registration, required: true, description: 'The filled-in form.' }),
    },
    resolve: async (_root, { product: slug, registration: form }, { site }) => {
      await register(site, slug, {
        licenses:
          form.licenses?.map((one) => ({
            blogId: one.siteId,
            code: one.code ?? null,
            installationType: one.installationType ?? 'production',
            noUsage: one.noUsage === true,
          })) ?? null,
        autoUpdates: form.autoUpdates === true,
        telemetry: form.telemetry === true,
        newsletter: form.newsletter === true,
        firstName: form.firstName ?? '',
        email: form.email ?? '',
        checked: form.checked ?? [],
      });
      return await productAfter(site, slug);
    },
  }),
  skipProductLicense: t.field({
    type: ProductNode,
    ...forOperators,
    description: `Notes that nobody wants a license; refused the second time. ${forOthers}`,
    args: { product: t.arg.string(product) },
    resolve: async (_root, { product: slug }, { site }) => {
      await skipLicense(site, slug);
      return await productAfter(site, slug);
    },
  }),
  deactivateProduct: t.field({
    type: ProductLicenseNode,
    ...forOperators,
    description: `Gives an active license back. ${forOthers}`,
    args: { product: t.arg.string(product), siteId: t.arg.int(siteId) },
    resolve: async (_root, { product: slug, siteId: id }, { site }) => {
      await deactivate(site, slug, id);
      return await licenseAfter(site, slug, id);
    },
  }),
  retryProductLicense: t.field({
    type: ProductLicenseNode,
    ...forOperators,
    description: `Tries the key that the installation is activated with by itself once more; what is wrong with it becomes a hint. ${forOthers}`,
    args: { product: t.arg.string(product), siteId: t.arg.int(siteId) },
    resolve: async (_root, { product: slug, siteId: id }, { site }) => {
      await retryProgrammatic(site, slug, id);
      return await licenseAfter(site, slug, id);
    },
  }),
  resetProductInstallation: t.field({
    ...formerly('forgetProductInstallation'),
    type: ProductLicenseNode,
    ...forOperators,
    description: `Gives an active license back and forgets the name of the installation; the next activation makes a new one. ${forOthers}`,
    args: { product: t.arg.string(product), siteId: t.arg.int(siteId) },
    resolve: async (_root, { product: slug, siteId: id }, { site }) => {
      await forgetInstallation(site, slug, id);
      return await licenseAfter(site, slug, id);
    },
  }),
  setProgrammaticLicense: t.field({
    type: ProductNode,
    ...forOperators,
    description: `Sets the key that the installation is activated with by itself, and activates with it; null takes it away. ${forOthers}`,
    args: { product: t.arg.string(product), license: t.arg({ type: Programmatic, description: 'The key and what goes with it.' }) },
    resolve: async (_root, { product: slug, license }, { site }) => {
      const key = license && {
        key: license.key,
        environment: license.installationType ?? ('production' as const),
        telemetry: license.telemetry === true,
        optInPrivacyPolicy: license.agreesToPrivacyPolicy,
      };
      await setProgrammaticKey(site, slug, key ?? null);
      return await productAfter(site, slug);
    },
  }),
  issueLicenseKey: t.field({
    type: LicenseKeyNode,
    ...forOperators,
    description: `Issues a key for a product. ${forOthers}`,
    args: {
      product: t.arg.string(product),
      maxActivations: t.arg.int({ description: 'How often it may be in use at once; 1 unless said otherwise.' }),
      expiresAt: t.arg({ type: 'DateTime', description: 'When it stops to be valid; never unless said otherwise.' }),
    },
    resolve: async (_root, { product: slug, maxActivations, expiresAt }, { site }) =>
      (await issueKey(site, slug, { maxActivations: maxActivations ?? 1, expiresAt: expiresAt ?? null })) as never,
  }),
  revokeLicenseKey: t.field({
    type: LicenseKeyNode,
    nullable: true,
    ...forOperators,
    description: `Makes a key invalid for activations to come; null = there is no such key. ${forOthers}`,
    args: { key: t.arg.string({ required: true, description: 'The license key itself.' }) },
    resolve: async (_root, { key }, { site }) => (await revokeKey(site, key)) as never,
  }),
  createAnnouncement: t.field({
    ...formerly('announceProductNews'),
    type: AnnouncementNode,
    ...forOperators,
    description: `Tells those who run a product something. ${forOthers}`,
    args: {
      product: t.arg.string(product),
      draft: t.arg({ type: NewAnnouncement, required: true, description: 'The announcement to show.' }),
    },
    resolve: async (_root, { product: slug, draft: { title, text, severity, isDismissible } }, { site }) =>
      (await announce(site, slug, { title, text, severity: severity ?? 'info', isDismissible: isDismissible !== false })) as never,
  }),
  showProductAnnouncements: t.boolean({
    ...payload('isChanged'),
    ...forOperators,
    description: `Shows the announcements of a product, or no longer, and returns whether that is a change. ${forOthers}`,
    args: { product: t.arg.string(product), isShown: t.arg.boolean({ required: true, description: 'Whether they are shown.' }) },
    resolve: (_root, { product: slug, isShown }, { site }) => showAnnouncements(site, slug, isShown),
  }),
  dismissAnnouncement: t.field({
    type: ProductNode,
    ...forOperators,
    description: `Closes an announcement for good. ${forOthers}`,
    args: { product: t.arg.string(product), id: t.arg.int({ required: true, description: 'Number of the announcement.' }) },
    resolve: async (_root, { product: slug, id }, { site }) => {
      await dismissAnnouncement(site, slug, id);
      return await productAfter(site, slug);
    },
  }),
}));

import { completeDesign } from '#app/domains/consent/banner/design.defaults.ts';
import { changeDesign, listResettableLanguages, resetTexts } from '#app/domains/consent/banner/design.service.ts';
import { type Preset, getPresetConstants, getPresetDefaults, presets, getPresetSettings } from '#app/domains/consent/banner/presets.ts';
import { readConfiguration } from '#app/domains/consent/configuration/configuration.ts';
import { publicAccess } from '../access.ts';
import { product, type Product } from '#app/domains/consent/product.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { payload } from '../public/payload.ts';

const BannerPreset = builder.objectRef<Preset>('BannerPreset').implement({
  description: 'A predefined design of the consent banner.',
  fields: (t) => ({
    identifier: t.exposeString('id', { description: 'Name of the design in requests.' }),
    name: t.exposeString('name', { description: 'Display name of the design.' }),
    description: t.exposeString('description', { description: 'Description of the design.' }),
    needsPro: t.exposeBoolean('needsPro', { description: 'Whether the design requires a license.' }),
    design: t.expose('design', { type: 'JSON', description: 'Values that differ from the defaults, by section and key.' }),
    settings: t.field({
      type: 'JSON',
      ...legacy({ use: 'design' }),
      description: 'The values that differ from the defaults, by setting name.',
      resolve: (preset) => getPresetSettings(preset),
    }),
  }),
});

const Presets = builder.objectRef<readonly Preset[]>('BannerPresets').implement({
  description: 'Predefined designs of the consent banner.',
  fields: (t) => ({
    items: t.field({ type: [BannerPreset], description: 'The designs to choose from.', resolve: (presetList) => [...presetList] }),
    defaults: t.field({
      type: 'JSON',
      ...legacyOnly('Only the design editor of old clients uses the defaults. `bannerDesign` returns all values.'),
      description: 'The default values by setting name, without texts.',
      resolve: () => getPresetDefaults(),
    }),
    constants: t.field({
      type: 'JSON',
      ...legacyOnly('The enums of the schema list the values.'),
      description: 'Symbolic names of all values.',
      resolve: () => getPresetConstants(),
    }),
  }),
});

const Language = builder.objectRef<{ code: string; name: string }>('ResettableLanguage').implement({
  description: 'A language whose texts of the consent banner can be reset.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the language.' }),
    name: t.exposeString('name', { description: 'Display name of the language.' }),
  }),
});

const productFields: Readonly<Record<keyof Product, string>> = {
  name: 'Name of the product.',
  url: 'Website of the product.',
  version: 'Version of the banner.',
  description: 'Description of the product.',
  author: 'Name of the author.',
  authorUrl: 'Website of the author.',
  slug: 'Name of the product in requests.',
};

const ConsentBannerProduct = builder.objectRef<Product>('ConsentBannerProduct').implement({
  description: 'The consent banner as a product.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(productFields).map(([name, description]) => [name, t.exposeString(name as keyof Product, { description })]),
    ) as Record<keyof Product, ReturnType<typeof t.exposeString>>,
});

builder.queryFields((t) => ({
  bannerPresets: t.field({
    type: Presets,
    ...consentManagers,
    description: 'Predefined designs of the consent banner; for users who manage it.',
    resolve: () => presets,
  }),
  bannerDesign: t.field({
    type: 'JSON',
    ...consentManagers,
    description: 'Design and texts of the consent banner, by section and key. For users who manage it.',
    resolve: async (_root, _args, { site }) => completeDesign((await readConfiguration(site)).design),
  }),
  resettableLanguages: t.field({
    type: [Language],
    ...consentManagers,
    description: 'Languages whose texts can be reset (`resetConsentTexts`); for users who manage the consent banner.',
    resolve: () => listResettableLanguages(),
  }),
  consentBannerProduct: t.field({
    type: ConsentBannerProduct,
    ...publicAccess,
    description: 'The consent banner as a product.',
    resolve: () => product,
  }),
}));

builder.mutationFields((t) => ({
  updateBannerDesign: t.field({
    ...payload('design', 'Design and texts of the banner after the change, by section and key.'),
    type: 'JSON',
    ...consentManagers,
    description: 'Changes design and texts of the consent banner and returns all of them; for users who manage it.',
    args: {
      changes: t.arg({
        type: 'JSON',
        required: true,
        description: 'Values by section and key. Absent values are unchanged; null restores the default.',
      }),
    },
    resolve: async (_root, { changes }, { site }) => {
      await changeDesign(site, changes);
      return completeDesign((await readConfiguration(site)).design);
    },
  }),
  resetConsentTexts: t.stringList({
    ...payload('names', 'Names of the changed texts.'),
    ...consentManagers,
    description:
      'Restores the default texts of the banner, including those of the default groups and of objects from templates; returns the names of the texts that were changed. For users who manage the consent banner.',
    resolve: (_root, _args, { site }) => resetTexts(site),
  }),
}));

import { createDesign, deleteDesign, listDesigns, showDesign, updateDesign } from '#app/domains/compliance/banner/design.service.ts';
import { bannerTexts, defaultOptions } from '#app/domains/compliance/banner/design.ts';
import { builder } from '../builder.ts';
import { privacyManagers } from './access.ts';
import { nulls } from '../public/nulls.ts';
import { payload } from '../public/payload.ts';

const textsDescription = `Texts by locale, then by name. The default applies to a text that is missing. Names: ${Object.keys(bannerTexts)
  .map((name) => `\`${name}\``)
  .join(', ')}.`;

const PrivacyBannerDesign = builder.prismaNode('ConsentBannerDesign', {
  nullable: true,
  name: 'PrivacyBannerDesign',
  id: { field: 'id', description: 'Global ID of the object.' },
  // Other users only see the design that visitors see, even by its global ID.
  findUnique: (id, { viewer }) => ({ id: Number(id), ...(!viewer.can('manage_privacy') && { isDefault: true }) }),
  description: 'Design and texts of the consent banner.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Internal name of the design.' }),
    version: t.exposeInt('version', { description: 'Version number. Each change increases it.' }),
    texts: t.expose('texts', { type: 'JSON', description: textsDescription }),
    showsCategories: t.boolean({
      description: 'Whether the first screen of the banner shows the categories.',
      resolve: ({ options }) => ({ ...defaultOptions, ...(options as object) }).showsCategories,
    }),
    isShown: t.boolean({ description: 'Whether visitors see the design.', resolve: ({ isDefault }) => isDefault === true }),
  }),
});

const PrivacyBannerDesignChanges = builder.inputType('PrivacyBannerDesignChanges', {
  ...nulls({ clearedBy: { texts: {} } }),
  description: 'Texts and options of a design.',
  fields: (t) => ({
    title: t.string({ description: 'Internal name of the design.' }),
    texts: t.field({ type: 'JSON', description: `Replaces all texts of the design. ${textsDescription}` }),
    showsCategories: t.boolean({ description: 'Whether the first screen of the banner shows the categories.' }),
  }),
});

const audience = 'For privacy managers.';

builder.queryField('privacyBannerDesigns', (t) =>
  t.prismaField({
    type: [PrivacyBannerDesign],
    ...privacyManagers,
    description: `All designs of the banner. The design that visitors see comes first. ${audience}`,
    resolve: (query, _root, _args, { site }) => listDesigns(site, query),
  }),
);

const idArgument = { required: true, description: 'ID in the database.' } as const;

builder.mutationFields((t) => ({
  createPrivacyBannerDesign: t.field({
    type: PrivacyBannerDesign,
    ...privacyManagers,
    description: `Creates a design. Visitors do not see it until you call \`showPrivacyBannerDesign\`. ${audience}`,
    args: { input: t.arg({ type: PrivacyBannerDesignChanges, required: true, description: 'The design to create.' }) },
    resolve: (_root, { input }, { site }) => createDesign(site, input),
  }),
  updatePrivacyBannerDesign: t.field({
    type: PrivacyBannerDesign,
    nullable: true,
    ...privacyManagers,
    description: `Changes a design. If visitors see the design, they are asked for consent again. Error code \`banner_design_not_found\`. ${audience}`,
    args: {
      id: t.arg.int(idArgument),
      changes: t.arg({ type: PrivacyBannerDesignChanges, required: true, description: 'The fields to change.' }),
    },
    resolve: (_root, args, { site }) => updateDesign(site, args.id, args.changes),
  }),
  showPrivacyBannerDesign: t.field({
    type: PrivacyBannerDesign,
    nullable: true,
    ...privacyManagers,
    description: `Shows this design to visitors instead of the previous one. Visitors are asked for consent again. Error code \`banner_design_not_found\`. ${audience}`,
    args: { id: t.arg.int(idArgument) },
    resolve: (_root, args, { site }) => showDesign(site, args.id),
  }),
  deletePrivacyBannerDesign: t.field({
    ...payload('isDeleted', 'True once the design is deleted.'),
    type: 'Boolean',
    nullable: true,
    ...privacyManagers,
    description: `Deletes a design that visitors do not see. Error codes: \`banner_design_not_found\`, \`banner_design_is_shown\`. ${audience}`,
    args: { id: t.arg.int(idArgument) },
    resolve: async (_root, args, { site }) => {
      await deleteDesign(site, args.id);
      return true;
    },
  }),
}));

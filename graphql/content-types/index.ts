import {
  getCapabilityNames,
  checkTaxonomiesForEdit,
  checkTypesForEdit,
  type ContentStatus as Status,
  listContentStatuses,
  getContentStatus,
  type ContentType as Type,
  getContentType,
  listContentTypes,
  type TaxonomyInfo as Info,
  getTaxonomyInfo,
  listTaxonomyInfos,
} from '#app/domains/content/types/content-types.ts';
import { refused } from '#app/core/failures/failure.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';

const forEditDescription = 'Whether to refuse the request if you may not edit such content.';

const ContentType = builder.objectRef<Type>('ContentType').implement({
  description: 'A type of content, such as posts or pages, with the properties that an editor needs.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name of the type, such as `post`, `page` or `attachment`.' }),
    name: t.exposeString('name', { description: 'Plural name of the type.' }),
    singularName: t.exposeString('singular', { description: 'Singular name of the type.' }),
    description: t.exposeString('description', { description: 'Purpose of the type; may be empty.' }),
    isHierarchical: t.boolean({
      description: 'Whether content of the type can have a parent.',
      resolve: ({ kind }) => kind.isHierarchical,
    }),
    hasPage: t.boolean({ description: 'Whether published content of the type has its own page.', resolve: (type) => type.kind.hasPage }),
    taxonomies: t.stringList({ description: 'Taxonomies of the type.', resolve: (type) => [...type.kind.taxonomies] }),
    collection: t.exposeString('collection', { description: 'Name of the collection of the type in the REST API.' }),
    icon: t.exposeString('icon', { description: 'Name of the icon of the type in editors.' }),
    capabilities: t.field({
      type: 'JSON',
      description: 'Required capability, by action.',
      resolve: (type) => getCapabilityNames(type.kind),
    }),
    supports: t.field({
      type: 'JSON',
      description: 'Supported features by name: true, or a list with details.',
      resolve: (type) => Object.fromEntries(type.supports.map((part) => (typeof part === 'string' ? [part, true] : [part[0], [part[1]]]))),
    }),
    labels: t.field({
      type: 'JSON',
      description: 'Labels of the type in editors, by name.',
      resolve: ({ name, singular }) => ({ name, singular_name: singular, menu_name: name, all_items: `All ${name}` }),
    }),
  }),
});

const ContentStatus = builder.objectRef<Status>('ContentStatus').implement({
  description: 'Properties of a publication status.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name of the status in requests, such as `publish` or `draft`.' }),
    name: t.exposeString('name', { description: 'Display name of the status.' }),
    isPublic: t.exposeBoolean('isPublic', { description: 'Whether everyone may read content with this status.' }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether only the author and users who may read private content may read the content.',
    }),
    isProtected: t.exposeBoolean('isProtected', {
      description: 'Whether only the author and editors may read the content until it is published.',
    }),
    isAskedFor: t.boolean({
      ...legacyOnly('The filters of a list determine which statuses it returns.'),
      description: 'Whether lists return such content only on request.',
      resolve: (status) => !status.isPublic,
    }),
    dateFloats: t.exposeBoolean('dateFloats', { description: 'Whether content with this status has no fixed date until it is published.' }),
  }),
});

const TaxonomyInfo = builder.objectRef<Info>('TaxonomyInfo').implement({
  description: 'A taxonomy, such as categories or tags, with the properties that an editor needs.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name of the taxonomy, such as `category` or `post_tag`.' }),
    name: t.exposeString('name', { description: 'Plural name of the terms.' }),
    singularName: t.exposeString('singular', { description: 'Singular name of the terms.' }),
    description: t.string({ description: 'Purpose of the taxonomy; always empty.', resolve: () => '' }),
    isHierarchical: t.boolean({
      description: 'Whether terms of the taxonomy can have parents.',
      resolve: (info) => info.rules.isHierarchical,
    }),
    types: t.stringList({ description: 'Content types that use the taxonomy.', resolve: (info) => [...info.types] }),
    collection: t.exposeString('collection', { description: 'Name of the collection of the terms in the REST API.' }),
    capabilities: t.field({
      type: 'JSON',
      description: 'Required capability, by action.',
      resolve: ({ rules }) => ({
        manage_terms: rules.manage,
        edit_terms: rules.create,
        delete_terms: rules.manage,
        assign_terms: rules.assign,
      }),
    }),
    labels: t.field({
      type: 'JSON',
      description: 'Labels of the terms in editors, by name.',
      resolve: ({ name, singular }) => ({ name, singular_name: singular, menu_name: name, all_items: `All ${name}` }),
    }),
  }),
});

builder.queryFields((t) => ({
  contentTypes: t.field({
    type: [ContentType],
    description: 'All content types.',
    args: { forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditDescription }) },
    ...guard(({ forEdit }: { forEdit?: boolean | null | undefined }, { viewer }) => {
      if (forEdit) checkTypesForEdit(viewer, listContentTypes(), 'cannot_view');
    }),
    resolve: () => listContentTypes(),
  }),
  contentType: t.field({
    type: ContentType,
    description: 'One content type.',
    args: {
      slug: t.arg.string({ required: true, description: 'Slug of the content type, such as `post`.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditDescription }),
    },
    ...publicAccess,
    resolve: (_root, { slug, forEdit }, { viewer }) => {
      const type = getContentType(slug);
      if (forEdit) checkTypesForEdit(viewer, [type], 'cannot_view_for_edit');
      return type;
    },
  }),
  contentStatuses: t.field({
    type: [ContentStatus],
    description: 'The publication statuses that you may see.',
    args: { forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditDescription }) },
    ...guard(({ forEdit }: { forEdit?: boolean | null | undefined }, { viewer }) => {
      if (forEdit && !viewer.can('edit_posts')) throw refused(viewer, 'cannot_view', 'Sorry, you are not allowed to manage post statuses.');
    }),
    resolve: (_root, _args, { viewer }) => listContentStatuses(viewer),
  }),
  contentStatus: t.field({
    type: ContentStatus,
    description: 'One publication status.',
    args: { slug: t.arg.string({ required: true, description: 'Slug of the status, such as `publish`.' }) },
    ...guard(({ slug }: { slug: string }, { viewer }) => void getContentStatus(viewer, slug)),
    resolve: (_root, { slug }, { viewer }) => getContentStatus(viewer, slug),
  }),
  taxonomies: t.field({
    type: [TaxonomyInfo],
    description: 'All taxonomies, or those of one content type.',
    args: {
      type: t.arg.string({ description: 'Only taxonomies of this content type.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditDescription }),
    },
    ...guard(({ type, forEdit }: { type?: string | null | undefined; forEdit?: boolean | null | undefined }, { viewer }) => {
      if (forEdit) checkTaxonomiesForEdit(viewer, listTaxonomyInfos(type), 'cannot_view');
    }),
    resolve: (_root, { type }) => listTaxonomyInfos(type),
  }),
  taxonomy: t.field({
    type: TaxonomyInfo,
    description: 'One taxonomy of the site.',
    args: {
      slug: t.arg.string({ required: true, description: 'Slug of the taxonomy, such as `category`.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditDescription }),
    },
    ...guard(({ slug, forEdit }: { slug: string; forEdit?: boolean | null | undefined }, { viewer }) => {
      const info = listTaxonomyInfos().find((taxonomy) => taxonomy.slug === slug);
      if (info && forEdit) checkTaxonomiesForEdit(viewer, [info], 'cannot_view_for_edit');
    }),
    resolve: (_root, { slug }) => getTaxonomyInfo(slug),
  }),
}));

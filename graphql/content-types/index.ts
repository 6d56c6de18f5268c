import {
  capabilityNames,
  checkTaxonomiesForEdit,
  checkTypesForEdit,
  type ContentStatus as Status,
  contentStatuses,
  contentStatusOf,
  type ContentType as Type,
  contentTypeOf,
  contentTypes,
  type TaxonomyInfo as Info,
  taxonomyInfoOf,
  taxonomyInfos,
} from '#app/domains/content/types/content-types.ts';
import { refused } from '#app/core/failures/failure.ts';
import { everybody, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';

const forEditText = 'Refused unless you may edit: asks for what editors need.';

const ContentType = builder.objectRef<Type>('ContentType').implement({
  description: 'A kind of content: how editors show it.',
  fields: (t) => ({
    slug: t.string({ description: '`post`, `page`, `attachment`.', resolve: (type) => type.slug }),
    name: t.string({ description: 'What several are called.', resolve: (type) => type.name }),
    singularName: t.string({ description: 'What one is called.', resolve: (type) => type.singular }),
    description: t.string({ description: 'What it is for; may be empty.', resolve: (type) => type.description }),
    isHierarchical: t.boolean({ description: 'Whether one may stand below another.', resolve: ({ kind }) => kind.isHierarchical }),
    hasPage: t.boolean({ description: 'Whether published ones have a page of their own.', resolve: (type) => type.kind.hasPage }),
    taxonomies: t.stringList({ description: 'Taxonomies whose terms it carries.', resolve: (type) => [...type.kind.taxonomies] }),
    collection: t.string({ description: 'Name of its collection in the REST interface.', resolve: (type) => type.collection }),
    icon: t.string({ description: 'Name of an icon.', resolve: (type) => type.icon }),
    capabilities: t.field({ type: 'JSON', description: 'Act → capability that it needs.', resolve: (type) => capabilityNames(type.kind) }),
    supports: t.field({
      type: 'JSON',
      description: 'Parts that editors show: name → true, or a list with what more is shown of it.',
      resolve: (type) => Object.fromEntries(type.supports.map((part) => (typeof part === 'string' ? [part, true] : [part[0], [part[1]]]))),
    }),
    labels: t.field({
      type: 'JSON',
      description: 'What editors call it.',
      resolve: ({ name, singular }) => ({ name, singular_name: singular, menu_name: name, all_items: `All ${name}` }),
    }),
  }),
});

builder.queryField('contentTypes', (t) =>
  t.field({
    type: [ContentType],
    description: 'The kinds of content that editors know.',
    args: { forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }) },
    ...guard(({ forEdit }: { forEdit?: boolean | null | undefined }, { viewer }) => {
      if (forEdit) checkTypesForEdit(viewer, contentTypes(), 'cannot_view');
    }),
    resolve: () => contentTypes(),
  }),
);

builder.queryField('contentType', (t) =>
  t.field({
    type: ContentType,
    description: 'One kind of content.',
    args: {
      slug: t.arg.string({ required: true, description: 'Name that identifies it.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }),
    },
    ...everybody,
    resolve: (_root, { slug, forEdit }, { viewer }) => {
      const type = contentTypeOf(slug);
      if (forEdit) checkTypesForEdit(viewer, [type], 'cannot_view_for_edit');
      return type;
    },
  }),
);

const ContentStatus = builder.objectRef<Status>('ContentStatus').implement({
  description: 'What a status of content means.',
  fields: (t) => ({
    slug: t.string({ description: '`publish`, `draft`, …', resolve: (status) => status.slug }),
    name: t.string({ description: 'Its name for people.', resolve: (status) => status.name }),
    isPublic: t.boolean({ description: 'Everybody reads it.', resolve: (status) => status.isPublic }),
    isPrivate: t.boolean({ description: 'Only its author and who may read private content.', resolve: (status) => status.isPrivate }),
    isProtected: t.boolean({ description: 'Only its author and editors, for the time being.', resolve: (status) => status.isProtected }),
    isAskedFor: t.boolean({
      ...legacyOnly('Lists say themselves which statuses they hold.'),
      description: 'Whether lists hold such content only when they are asked for it.',
      resolve: (status) => !status.isPublic,
    }),
    dateFloats: t.boolean({ description: 'Whether its date moves along until it is published.', resolve: (status) => status.dateFloats }),
  }),
});

builder.queryField('contentStatuses', (t) =>
  t.field({
    type: [ContentStatus],
    description: 'The statuses you may know of.',
    args: { forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }) },
    ...guard(({ forEdit }: { forEdit?: boolean | null | undefined }, { viewer }) => {
      if (forEdit && !viewer.can('edit_posts')) throw refused(viewer, 'cannot_view', 'Sorry, you are not allowed to manage post statuses.');
    }),
    resolve: (_root, _args, { viewer }) => contentStatuses(viewer),
  }),
);

builder.queryField('contentStatus', (t) =>
  t.field({
    type: ContentStatus,
    description: 'One status of content.',
    args: { slug: t.arg.string({ required: true, description: 'Name that identifies it.' }) },
    ...guard(({ slug }: { slug: string }, { viewer }) => void contentStatusOf(viewer, slug)),
    resolve: (_root, { slug }, { viewer }) => contentStatusOf(viewer, slug),
  }),
);

const TaxonomyInfo = builder.objectRef<Info>('TaxonomyInfo').implement({
  description: 'A taxonomy: how editors show it.',
  fields: (t) => ({
    slug: t.string({ description: 'Name of the taxonomy, such as `category` or `post_tag`.', resolve: (info) => info.slug }),
    name: t.string({ description: 'What several terms are called.', resolve: (info) => info.name }),
    singularName: t.string({ description: 'What one term is called.', resolve: (info) => info.singular }),
    description: t.string({ description: 'What it is for; empty.', resolve: () => '' }),
    isHierarchical: t.boolean({ description: 'Whether one term may stand below another.', resolve: (info) => info.rules.isHierarchical }),
    types: t.stringList({ description: 'Content types that carry its terms.', resolve: (info) => [...info.types] }),
    collection: t.string({ description: 'Name of its collection in the REST interface.', resolve: (info) => info.collection }),
    capabilities: t.field({
      type: 'JSON',
      description: 'Act → capability that it needs.',
      resolve: ({ rules }) => ({
        manage_terms: rules.manage,
        edit_terms: rules.create,
        delete_terms: rules.manage,
        assign_terms: rules.assign,
      }),
    }),
    labels: t.field({
      type: 'JSON',
      description: 'What editors call its terms.',
      resolve: ({ name, singular }) => ({ name, singular_name: singular, menu_name: name, all_items: `All ${name}` }),
    }),
  }),
});

builder.queryField('taxonomies', (t) =>
  t.field({
    type: [TaxonomyInfo],
    description: 'The taxonomies that editors know.',
    args: {
      type: t.arg.string({ description: 'Only those of this content type.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }),
    },
    ...guard(({ type, forEdit }: { type?: string | null | undefined; forEdit?: boolean | null | undefined }, { viewer }) => {
      if (forEdit) checkTaxonomiesForEdit(viewer, taxonomyInfos(type), 'cannot_view');
    }),
    resolve: (_root, { type }) => taxonomyInfos(type),
  }),
);

builder.queryField('taxonomy', (t) =>
  t.field({
    type: TaxonomyInfo,
    description: 'One taxonomy of the site.',
    args: {
      slug: t.arg.string({ required: true, description: 'Name that identifies it.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }),
    },
    ...guard(({ slug, forEdit }: { slug: string; forEdit?: boolean | null | undefined }, { viewer }) => {
      const [info] = taxonomyInfos().filter((one) => one.slug === slug);
      if (info && forEdit) checkTaxonomiesForEdit(viewer, [info], 'cannot_view_for_edit');
    }),
    resolve: (_root, { slug }) => taxonomyInfoOf(slug),
  }),
);

import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentKind, kindOf } from '../kinds.ts';
import { dateFloats, isPublicStatus, statusNames as allStatuses } from '../statuses.ts';
import { notFound, refused } from '#app/core/failures/failure.ts';
import { type Taxonomy, taxonomyOf } from '../terms/taxonomies.ts';

/** A part of a content that editors show, with what more they show of it. */
export type Support = string | readonly [name: string, more: Readonly<Record<string, boolean>>];

/** What editors need to know of a content type beside the kind itself. */
export interface ContentType {
  /** `post`, `page`, `attachment`. */
  slug: string;
  kind: ContentKind;
  name: string;
  singular: string;
  description: string;
  /** Name of the collection in addresses of the interface. */
  collection: string;
  icon: string;
  /** What of it editors show. */
  supports: readonly Support[];
}

const everyText: readonly Support[] = ['title', ['editor', { notes: true }], 'author', 'thumbnail', 'comments', 'revisions'];

const typeWords: readonly Omit<ContentType, 'kind'>[] = [
  {
    slug: 'post',
    name: 'Posts',
    singular: 'Post',
    description: '',
    collection: 'posts',
    icon: 'dashicons-admin-post',
    supports: [...everyText, 'excerpt', 'trackbacks', 'custom-fields', 'post-formats', 'autosave'],
  },
  {
    slug: 'page',
    name: 'Pages',
    singular: 'Page',
    description: '',
    collection: 'pages',
    icon: 'dashicons-admin-page',
    supports: [...everyText, 'excerpt', 'page-attributes', 'custom-fields', 'autosave'],
  },
  {
    slug: 'attachment',
    name: 'Media',
    singular: 'Media',
    description: '',
    collection: 'media',
    icon: 'dashicons-admin-media',
    supports: ['title', 'author', 'comments'],
  },
];

/** The content types that the core interface serves. */
export function contentTypes(): ContentType[] {
  return typeWords.map((type) => ({ ...type, kind: kindOf(type.slug) }));
}

/** The content type of this name. Throws 404 `content_type_not_found`. */
export function contentTypeOf(slug: string): ContentType {
  const found = contentTypes().find((type) => type.slug === slug);
  if (!found) throw notFound('content_type_not_found', 'Invalid post type.');
  return found;
}

/** Throws the given refusal unless the viewer may edit content of one of the types. */
export function checkTypesForEdit(viewer: Viewer, types: readonly ContentType[], code: string): void {
  if (!types.some((type) => viewer.can(type.kind.capabilities.edit)))
    throw refused(viewer, code, 'Sorry, you are not allowed to edit posts of this type.');
}

/** Capability names by the names that editors ask for. */
export function capabilityNames({ capabilities: names }: ContentKind): Record<string, string> {
  return {
    edit_posts: names.edit,
    edit_others_posts: names.editOthers,
    edit_published_posts: names.editPublished,
    edit_private_posts: names.editPrivate,
    delete_posts: names.delete,
    delete_others_posts: names.deleteOthers,
    delete_published_posts: names.deletePublished,
    delete_private_posts: names.deletePrivate,
    read_private_posts: names.readPrivate,
    publish_posts: names.publish,
    create_posts: names.edit,
    read: 'read',
  };
}

/** What a status of content means. */
export interface ContentStatus {
  slug: string;
  name: string;
  isPublic: boolean;
  isPrivate: boolean;
  /** Read by its author and editors only, for the time being. */
  isProtected: boolean;
  dateFloats: boolean;
}

const statusNames: Readonly<Record<string, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  trash: 'Trash',
};

function statusOf(slug: string, name: string): ContentStatus {
  const isPublic = isPublicStatus(slug);
  const isPrivate = slug === 'private';
  return { slug, name, isPublic, isPrivate, isProtected: !isPublic && !isPrivate && slug !== 'trash', dateFloats: dateFloats(slug) };
}

const mayKnow = (viewer: Viewer, status: ContentStatus) => status.isPublic || viewer.can('edit_posts');

/** The statuses that the viewer may know of: public ones, and all for users who write. */
export function contentStatuses(viewer: Viewer): ContentStatus[] {
  return Object.entries(statusNames)
    .map(([slug, name]) => statusOf(slug, name))
    .filter((status) => mayKnow(viewer, status));
}

/** The status of this name. Throws 404 `status_not_found`, and `cannot_read_status` for one that the viewer may not know of, or nobody. */
export function contentStatusOf(viewer: Viewer, slug: string): ContentStatus {
  const name = Object.hasOwn(statusNames, slug) ? statusNames[slug] : undefined;
  if (name === undefined && !allStatuses.includes(slug)) throw notFound('status_not_found', 'Invalid status.');
  const status = name === undefined ? null : statusOf(slug, name);
  if (!status || !mayKnow(viewer, status)) throw refused(viewer, 'cannot_read_status', 'Cannot view status.');
  return status;
}

/** What editors need to know of a taxonomy beside its rules. */
export interface TaxonomyInfo {
  slug: string;
  rules: Taxonomy;
  name: string;
  singular: string;
  /** Content types that carry its terms. */
  types: readonly string[];
  collection: string;
}

const taxonomyWords = [
  { slug: 'category', name: 'Categories', singular: 'Category', types: ['post'], collection: 'categories' },
  { slug: 'post_tag', name: 'Tags', singular: 'Tag', types: ['post'], collection: 'tags' },
] as const;

/** The taxonomies that the core interface serves; with a type, those of its content. */
export function taxonomyInfos(type?: string | null): TaxonomyInfo[] {
  return taxonomyWords
    .map((one) => ({ ...one, rules: taxonomyOf(one.slug) }))
    .filter((one) => !type || (one.types as readonly string[]).includes(type));
}

/** The taxonomy of this name. Throws 404 `taxonomy_not_found`. */
export function taxonomyInfoOf(slug: string): TaxonomyInfo {
  const found = taxonomyInfos().find((one) => one.slug === slug);
  if (!found) throw notFound('taxonomy_not_found', 'Invalid taxonomy.');
  return found;
}

/** Throws the given refusal unless the viewer may put terms of one of the taxonomies on content. */
export function checkTaxonomiesForEdit(viewer: Viewer, infos: readonly TaxonomyInfo[], code: string): void {
  if (!infos.some(({ rules }) => viewer.can(rules.assign)))
    throw refused(viewer, code, 'Sorry, you are not allowed to manage terms in this taxonomy.');
}

import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentKind, getKind } from '../kinds.ts';
import { isDateFloating, isPublicStatus, statusNames } from '../statuses.ts';
import { notFound, refused } from '#app/core/failures/failure.ts';
import { type Taxonomy, getTaxonomy } from '../terms/taxonomies.ts';

/** A feature of a content type that editors show, with optional settings. */
export type EditorFeature = string | readonly [name: string, options: Readonly<Record<string, boolean>>];

/** A content type for editors, with the rules of its kind. */
export interface ContentType {
  /** `post`, `page`, `attachment`. */
  slug: string;
  kind: ContentKind;
  name: string;
  singular: string;
  description: string;
  /** Name of the collection in paths of the API. */
  collection: string;
  icon: string;
  /** Features that editors show. */
  supports: readonly EditorFeature[];
}

const commonSupports: readonly EditorFeature[] = ['title', ['editor', { notes: true }], 'author', 'thumbnail', 'comments', 'revisions'];

const typeDescriptions: readonly Omit<ContentType, 'kind'>[] = [
  {
    slug: 'post',
    name: 'Posts',
    singular: 'Post',
    description: '',
    collection: 'posts',
    icon: 'dashicons-admin-post',
    supports: [...commonSupports, 'excerpt', 'trackbacks', 'custom-fields', 'post-formats', 'autosave'],
  },
  {
    slug: 'page',
    name: 'Pages',
    singular: 'Page',
    description: '',
    collection: 'pages',
    icon: 'dashicons-admin-page',
    supports: [...commonSupports, 'excerpt', 'page-attributes', 'custom-fields', 'autosave'],
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

/** Returns the content types that the core API serves. */
export function listContentTypes(): ContentType[] {
  return typeDescriptions.map((type) => ({ ...type, kind: getKind(type.slug) }));
}

/** Returns the content type with this slug. Throws 404 `content_type_not_found`. */
export function getContentType(slug: string): ContentType {
  const contentType = listContentTypes().find((type) => type.slug === slug);
  if (!contentType) throw notFound('content_type_not_found', 'Invalid post type.');
  return contentType;
}

/** Throws a failure with the given code unless the viewer may edit content of at least one of the types. */
export function checkTypesForEdit(viewer: Viewer, types: readonly ContentType[], code: string): void {
  if (!types.some((type) => viewer.can(type.kind.capabilities.edit)))
    throw refused(viewer, code, 'Sorry, you are not allowed to edit posts of this type.');
}

/** Returns the capabilities by the names that editors expect. */
export function getCapabilityNames({ capabilities: names }: ContentKind): Record<string, string> {
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

/** Description of a status for clients. */
export interface ContentStatus {
  slug: string;
  name: string;
  isPublic: boolean;
  isPrivate: boolean;
  /** True if only the author and editors may read content with the status. */
  isProtected: boolean;
  dateFloats: boolean;
}

const statusLabels: Readonly<Record<string, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  trash: 'Trash',
};

function getStatus(slug: string, name: string): ContentStatus {
  const isPublic = isPublicStatus(slug);
  const isPrivate = slug === 'private';
  return { slug, name, isPublic, isPrivate, isProtected: !isPublic && !isPrivate && slug !== 'trash', dateFloats: isDateFloating(slug) };
}

const canSeeStatus = (viewer: Viewer, status: ContentStatus) => status.isPublic || viewer.can('edit_posts');

/** Returns the statuses that the viewer may see: public ones, and all for users with `edit_posts`. */
export function listContentStatuses(viewer: Viewer): ContentStatus[] {
  return Object.entries(statusLabels)
    .map(([slug, name]) => getStatus(slug, name))
    .filter((status) => canSeeStatus(viewer, status));
}

/**
 * Returns the status with this slug. Throws 404 `status_not_found` for an unknown one, and `cannot_read_status` for one that the viewer may
 * not see.
 */
export function getContentStatus(viewer: Viewer, slug: string): ContentStatus {
  const name = Object.hasOwn(statusLabels, slug) ? statusLabels[slug] : undefined;
  if (name === undefined && !statusNames.includes(slug)) throw notFound('status_not_found', 'Invalid status.');
  const status = name === undefined ? null : getStatus(slug, name);
  if (!status || !canSeeStatus(viewer, status)) throw refused(viewer, 'cannot_read_status', 'Cannot view status.');
  return status;
}

/** A taxonomy for editors, with its rules. */
export interface TaxonomyInfo {
  slug: string;
  rules: Taxonomy;
  name: string;
  singular: string;
  /** Content types that use the taxonomy. */
  types: readonly string[];
  collection: string;
}

const taxonomyDescriptions = [
  { slug: 'category', name: 'Categories', singular: 'Category', types: ['post'], collection: 'categories' },
  { slug: 'post_tag', name: 'Tags', singular: 'Tag', types: ['post'], collection: 'tags' },
] as const;

/** Returns the taxonomies that the core API serves, or those of one content type. */
export function listTaxonomyInfos(type?: string | null): TaxonomyInfo[] {
  return taxonomyDescriptions
    .map((taxonomy) => ({ ...taxonomy, rules: getTaxonomy(taxonomy.slug) }))
    .filter((taxonomy) => !type || (taxonomy.types as readonly string[]).includes(type));
}

/** Returns the taxonomy with this slug. Throws 404 `taxonomy_not_found`. */
export function getTaxonomyInfo(slug: string): TaxonomyInfo {
  const info = listTaxonomyInfos().find((taxonomy) => taxonomy.slug === slug);
  if (!info) throw notFound('taxonomy_not_found', 'Invalid taxonomy.');
  return info;
}

/** Throws a failure with the given code unless the viewer may assign terms of at least one of the taxonomies. */
export function checkTaxonomiesForEdit(viewer: Viewer, infos: readonly TaxonomyInfo[], code: string): void {
  if (!infos.some(({ rules }) => viewer.can(rules.assign)))
    throw refused(viewer, code, 'Sorry, you are not allowed to manage terms in this taxonomy.');
}

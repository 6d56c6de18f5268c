import type { Site } from '#app/site.ts';
import { defaultCategory } from '#app/core/settings/site.settings.ts';
import type { ContentRecord } from './record.ts';

/** Capabilities for one kind of content (docs/behaviour/core-rest.md 6.1). */
export interface ContentCapabilities {
  edit: string;
  editOthers: string;
  editPublished: string;
  editPrivate: string;
  delete: string;
  deleteOthers: string;
  deletePublished: string;
  deletePrivate: string;
  readPrivate: string;
  publish: string;
}

/** Properties of content that a permalink may contain in addition to the slug. */
export type PermalinkProperties = Pick<ContentRecord, 'id' | 'dateLocal' | 'pathAbove'>;

/** Definition of one kind of content: everything that differs between the kinds. */
export interface ContentKind {
  /** Name in `content.kind`. */
  name: string;
  capabilities: ContentCapabilities;
  /** True if content of the kind may have a parent. */
  isHierarchical: boolean;
  /** True if the kind has a trash. Otherwise a deletion is permanent. */
  hasTrash: boolean;
  hasRevisions: boolean;
  /** True if title, text and excerpt may all be empty. */
  canBeEmpty: boolean;
  /** True if published content has a public page that other sites may embed. */
  hasPage: boolean;
  /** Result of `publish` or `future` without the publish right: a failure, or content with the status `pending`. */
  withoutPublishRight: 'refused' | 'pending';
  /** True if every status may be written, not only those of the published post API. */
  acceptsAnyStatus: boolean;
  /** True if titles are plain text for all writers, so that `&` is stored unchanged. */
  hasPlainTitles: boolean;
  /** True if drafts get a slug immediately, like published content. */
  alwaysHasSlug: boolean;
  /** Features that are closed for new content unless the input opens them. They override the site's settings. */
  closedByDefault: readonly ('comments' | 'pings')[];
  /** Stored names of the taxonomies of the kind. */
  taxonomies: readonly string[];
  /** Returns default term IDs by taxonomy for new content without terms. */
  defaultTerms(site: Site): Readonly<Record<string, readonly number[]>>;
  /** Returns the path of the permalink below the site's URL, with the given slug. */
  path(content: PermalinkProperties, slug: string): string;
  /** Placeholder of the slug in a permalink pattern. */
  slugPlaceholder: string;
  /** Returns the query string of the plain link, which content without a permalink has. */
  plainQuery(id: number): string;
  /** Name of the kind in class lists and in `type` fields of the REST API. */
  typeName: string;
}

/** Returns the ten capabilities that follow the pattern `edit_posts`, `edit_others_posts`, … */
function buildCapabilities(plural: string): ContentCapabilities {
  return {
    edit: `edit_${plural}`,
    editOthers: `edit_others_${plural}`,
    editPublished: `edit_published_${plural}`,
    editPrivate: `edit_private_${plural}`,
    delete: `delete_${plural}`,
    deleteOthers: `delete_others_${plural}`,
    deletePublished: `delete_published_${plural}`,
    deletePrivate: `delete_private_${plural}`,
    readPrivate: `read_private_${plural}`,
    publish: `publish_${plural}`,
  };
}

const kinds = new Map<string, ContentKind>();

/** Registers a kind. Omitted properties have the values of posts. A repeated call replaces the definition. */
export function registerKind(kind: Pick<ContentKind, 'name'> & Partial<ContentKind>): ContentKind {
  const complete: ContentKind = {
    capabilities: buildCapabilities('posts'),
    isHierarchical: false,
    hasTrash: true,
    hasRevisions: true,
    canBeEmpty: false,
    hasPage: true,
    withoutPublishRight: 'refused',
    acceptsAnyStatus: false,
    hasPlainTitles: false,
    alwaysHasSlug: false,
    closedByDefault: [],
    slugPlaceholder: '%postname%',
    taxonomies: [],
    defaultTerms: () => ({}),
    path: (_, slug) => `/${kind.name}/${slug}/`,
    plainQuery: (id) => `?p=${id}`,
    typeName: kind.name,
    ...kind,
  };
  kinds.set(complete.name, complete);
  return complete;
}

/** Returns the definition of a kind. Throws if no domain has registered it, which is a programming error. */
export function getKind(name: string): ContentKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`No kind of content is called "${name}".`);
  return kind;
}

/** Returns the names of all kinds. */
export function listKindNames(): string[] {
  return [...kinds.keys()];
}

/** True if a domain has registered the kind. */
export function isKind(name: string): boolean {
  return kinds.has(name);
}

export const post = registerKind({
  name: 'post',
  taxonomies: ['category', 'post_tag'],
  defaultTerms: (site) => ({ category: [site.settings.get(defaultCategory)] }),
  path: ({ dateLocal }, slug) => `/${dateLocal.slice(0, 4)}/${dateLocal.slice(5, 7)}/${dateLocal.slice(8, 10)}/${slug}/`,
});

export const page = registerKind({
  name: 'page',
  capabilities: buildCapabilities('pages'),
  isHierarchical: true,
  closedByDefault: ['comments', 'pings'],
  path: ({ pathAbove }, slug) => `/${pathAbove ?? ''}${slug}/`,
  slugPlaceholder: '%pagename%',
  plainQuery: (id) => `?page_id=${id}`,
});

export const attachment = registerKind({
  name: 'attachment',
  capabilities: { ...buildCapabilities('posts'), edit: 'upload_files', publish: 'upload_files' },
  hasTrash: false,
  hasRevisions: false,
  canBeEmpty: true,
  hasPage: false,
  closedByDefault: ['pings'],
  path: ({ id }) => `/?attachment_id=${id}`,
  plainQuery: (id) => `?attachment_id=${id}`,
});

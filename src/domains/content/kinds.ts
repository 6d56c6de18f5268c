import type { Site } from '#app/site.ts';
import { defaultCategory } from '#app/core/settings/site.settings.ts';
import type { ContentRecord } from './record.ts';

/** Capability names that decide about one kind (core-rest.md 6.1). */
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

/** What an address may be made of beside the slug. */
export type Placed = Pick<ContentRecord, 'id' | 'dateLocal' | 'pathAbove'>;

/** What makes one kind of content differ from the others; everything else is written once for all. */
export interface ContentKind {
  /** As stored in `content.kind`. */
  name: string;
  capabilities: ContentCapabilities;
  /** Whether one content of the kind may stand below another. */
  isHierarchical: boolean;
  /** Without it a delete is for good. */
  hasTrash: boolean;
  hasRevisions: boolean;
  /** Whether title, text and excerpt may all be empty. */
  mayBeEmpty: boolean;
  /** Whether published content of the kind has a page of its own that anyone may embed. */
  hasPage: boolean;
  /** What a writer without the publish right gets who writes `publish` or `future`: a refusal, or content that waits for review. */
  unpublishable: 'refused' | 'pending';
  /** Whether every status of the site may be written, not only those of the published interface of posts. */
  takesAnyStatus: boolean;
  /** Whether titles are texts without markup, no matter who writes them: then `&` is stored as it is written. */
  hasPlainTitles: boolean;
  /** Whether drafts too get a slug at once. */
  alwaysHasSlug: boolean;
  /** What new content of the kind does not take although the site's settings say so; anyone who writes it may say otherwise. */
  closedAtFirst: readonly ('comments' | 'pings')[];
  /** Stored names of the taxonomies whose terms it may carry. */
  taxonomies: readonly string[];
  /** Terms of new content that names none for the taxonomy; ids. */
  defaultTerms(site: Site): Readonly<Record<string, readonly number[]>>;
  /** Path of the permalink below the site address, with `slug` in the place of its slug. */
  path(content: Placed, slug: string): string;
  /** What stands for the slug in the pattern of a permalink. */
  slugMark: string;
  /** Query of the plain link, used while there is no public page. */
  plainQuery(id: number): string;
  /** The kind's name in class lists and `type` fields of the REST interface. */
  typeName: string;
}

/** The ten capability names that follow the pattern `edit_posts`, `edit_others_posts`, … */
function capabilitiesNamed(plural: string): ContentCapabilities {
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

/** Makes a kind known; everything not said is as for posts. Repeating the call replaces the definition. */
export function registerKind(kind: Pick<ContentKind, 'name'> & Partial<ContentKind>): ContentKind {
  const whole: ContentKind = {
    capabilities: capabilitiesNamed('posts'),
    isHierarchical: false,
    hasTrash: true,
    hasRevisions: true,
    mayBeEmpty: false,
    hasPage: true,
    unpublishable: 'refused',
    takesAnyStatus: false,
    hasPlainTitles: false,
    alwaysHasSlug: false,
    closedAtFirst: [],
    slugMark: '%postname%',
    taxonomies: [],
    defaultTerms: () => ({}),
    path: (_, slug) => `/${kind.name}/${slug}/`,
    plainQuery: (id) => `?p=${id}`,
    typeName: kind.name,
    ...kind,
  };
  kinds.set(whole.name, whole);
  return whole;
}

/** The definition of a stored kind. Throws for one that no domain registered: a fault of the wiring. */
export function kindOf(name: string): ContentKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`No kind of content is called "${name}".`);
  return kind;
}

/** Names of all kinds. */
export function kindNames(): string[] {
  return [...kinds.keys()];
}

/** Whether some domain registered the kind. */
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
  capabilities: capabilitiesNamed('pages'),
  isHierarchical: true,
  closedAtFirst: ['comments', 'pings'],
  path: ({ pathAbove }, slug) => `/${pathAbove ?? ''}${slug}/`,
  slugMark: '%pagename%',
  plainQuery: (id) => `?page_id=${id}`,
});

export const attachment = registerKind({
  name: 'attachment',
  capabilities: { ...capabilitiesNamed('posts'), edit: 'upload_files', publish: 'upload_files' },
  hasTrash: false,
  hasRevisions: false,
  mayBeEmpty: true,
  hasPage: false,
  closedAtFirst: ['pings'],
  path: ({ id }) => `/?attachment_id=${id}`,
  plainQuery: (id) => `?attachment_id=${id}`,
});

/** What makes one taxonomy differ from the others. */
export interface Taxonomy {
  /** As stored in `term.taxonomy`. */
  name: string;
  isHierarchical: boolean;
  /** Capability to change and delete terms. */
  manage: string;
  /** Capability to make new terms. */
  create: string;
  /** Capability to put terms on content. */
  assign: string;
  /** Whether the address of a term's page names the terms above it too. */
  isNested?: boolean;
  /** Path of a term's page below the site address; of a nested one the slugs from the top, parted by `/`. */
  path(slug: string): string;
}

const taxonomies = new Map<string, Taxonomy>();

/** Makes a taxonomy known. Repeating the call replaces the definition. */
function registerTaxonomy(taxonomy: Taxonomy): Taxonomy {
  taxonomies.set(taxonomy.name, taxonomy);
  return taxonomy;
}

/** The definition of a stored taxonomy. Throws for one that no domain registered: a fault of the wiring. */
export function taxonomyOf(name: string): Taxonomy {
  const taxonomy = taxonomies.get(name);
  if (!taxonomy) throw new Error(`No taxonomy is called "${name}".`);
  return taxonomy;
}

export const category = registerTaxonomy({
  name: 'category',
  isHierarchical: true,
  isNested: true,
  manage: 'manage_categories',
  create: 'manage_categories',
  assign: 'edit_posts',
  path: (slug) => `/category/${slug}/`,
});

export const tag = registerTaxonomy({
  name: 'post_tag',
  isHierarchical: false,
  manage: 'manage_categories',
  create: 'edit_posts',
  assign: 'edit_posts',
  path: (slug) => `/tag/${slug}/`,
});

/** Categories of events; managed by anyone who may publish events (events.md 0.5). */
export const eventCategory = registerTaxonomy({
  name: 'event_category',
  isHierarchical: true,
  manage: 'publish_posts',
  create: 'publish_posts',
  assign: 'edit_posts',
  path: (slug) => `/events/category/${slug}/`,
});

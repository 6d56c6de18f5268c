/** Definition of a taxonomy. */
export interface Taxonomy {
  /** Name in `term.taxonomy`. */
  name: string;
  isHierarchical: boolean;
  /** Capability to change and delete terms. */
  manage: string;
  /** Capability to create terms. */
  create: string;
  /** Capability to assign terms to content. */
  assign: string;
  /** True if the URL of a term also contains the slugs of its parents. */
  isNested?: boolean;
  /** Returns the path of a term's page below the site's URL. For nested taxonomies, `slug` contains the slugs from the root, separated by `/`. */
  path(slug: string): string;
}

const taxonomies = new Map<string, Taxonomy>();

/** Registers a taxonomy. A repeated call replaces the definition. */
function registerTaxonomy(taxonomy: Taxonomy): Taxonomy {
  taxonomies.set(taxonomy.name, taxonomy);
  return taxonomy;
}

/** Returns the definition of a taxonomy. Throws if no domain has registered it, which is a programming error. */
export function getTaxonomy(name: string): Taxonomy {
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

/** Categories of events. Users who may publish events manage them (docs/behaviour/events.md 0.5). */
export const eventCategory = registerTaxonomy({
  name: 'event_category',
  isHierarchical: true,
  manage: 'publish_posts',
  create: 'publish_posts',
  assign: 'edit_posts',
  path: (slug) => `/events/category/${slug}/`,
});

/** Names of all roles. A user has exactly one role (docs/behaviour/core-rest.md 6.1). */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
/** Name of a role, as stored. */
export type Role = (typeof roles)[number];

const contributor = ['edit_posts', 'delete_posts'];
const author = [...contributor, 'publish_posts', 'edit_published_posts', 'delete_published_posts', 'upload_files'];
const editor = [
  ...author,
  'edit_others_posts',
  'delete_others_posts',
  'edit_private_posts',
  'delete_private_posts',
  'read_private_posts',
  'manage_categories',
  'moderate_comments',
  'unfiltered_html',
  'edit_pages',
  'publish_pages',
  'delete_pages',
  'edit_others_pages',
  'delete_others_pages',
  'edit_published_pages',
  'delete_published_pages',
  'edit_private_pages',
  'delete_private_pages',
  'read_private_pages',
];
const administrator = [
  ...editor,
  'manage_options',
  'manage_privacy',
  'list_users',
  'edit_users',
  'create_users',
  'delete_users',
  'promote_users',
  'edit_theme_options',
  'switch_themes',
  'activate_plugins',
  'install_plugins',
  'update_plugins',
  'import',
  'export',
];

/** Capabilities of each role. */
export const capabilitiesByRole: Readonly<Record<Role, ReadonlySet<string>>> = {
  administrator: new Set(['read', ...administrator]),
  editor: new Set(['read', ...editor]),
  author: new Set(['read', ...author]),
  contributor: new Set(['read', ...contributor]),
  subscriber: new Set(['read']),
};

/** Returns the roles that have at least one of the capabilities. */
export function listRolesWith(capabilities: readonly string[]): Role[] {
  return roles.filter((role) => capabilities.some((name) => capabilitiesByRole[role].has(name)));
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { invalidArguments, notFound, refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { getTaxonomy } from './terms/taxonomies.ts';
import { loadTerms } from './terms/term.record.ts';
import { type ContentInput, buildEnumRefusal, listAllowedStatuses } from './changes.input.ts';
import { canAssignAuthor, canDelete, canEdit, canMakeSticky, canRead } from './content.permissions.ts';
import type { ContentKind } from './kinds.ts';
import type { ContentRecord } from './record.ts';

/** Returns the content if it is of the kind. Throws 404 `content_not_found` otherwise. */
export function requireKind(kind: ContentKind, content: ContentRecord | null): ContentRecord {
  if (content?.kind !== kind.name) throw notFound('content_not_found', 'Invalid post ID.');
  return content;
}

const hashText = (text: string) => createHash('sha256').update(text).digest();

/** True if the password is correct. Takes constant time. */
export function isPasswordCorrect(content: Pick<ContentRecord, 'password'>, password: string): boolean {
  return timingSafeEqual(hashText(content.password), hashText(password));
}

/** Unlocks the items of a list page that have this password. Returns other items unchanged. */
export function unlockContent<Page extends { nodes: readonly ContentRecord[] }>(password: string, page: Page): Page {
  const unlock = (node: ContentRecord) => (node.password !== '' && isPasswordCorrect(node, password) ? { ...node, unlocked: true } : node);
  return { ...page, nodes: page.nodes.map(unlock) };
}

/** Throws unless the viewer may read the content. The checks run in the order of docs/behaviour/core-rest.md 7.2. */
export function checkRead(
  viewer: Viewer,
  content: ContentRecord,
  options: { password?: string | null | undefined; forEdit?: boolean | null | undefined },
): void {
  if (options.forEdit && !canEdit(viewer, content))
    throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit this post.');
  // a wrong password gives 403, not 401, even for visitors who are not signed in
  if (options.password && !isPasswordCorrect(content, options.password))
    throw refused({ signedIn: true }, 'content_password_wrong', 'Incorrect post password.');
  if (!canRead(viewer, content)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}

/**
 * Throws `invalid_arguments` for a status or template that is unknown and differs from the stored one (docs/behaviour/core-rest.md 1.4), for every
 * caller. Every template is unknown, because sites have no templates. `find` loads the stored content. `argument` is the name of the input in
 * failures.
 */
export async function checkStatusAndTemplate(
  kind: ContentKind,
  input: ContentInput,
  argument: 'draft' | 'changes',
  find: () => Promise<ContentRecord | null>,
): Promise<void> {
  const { status, template } = input;
  const isAllowedStatus = !status || listAllowedStatuses(kind).includes(status);
  if (isAllowedStatus && !template) return;
  const content = await find();
  const stored = content?.kind === kind.name ? content : null;
  const refusals = {
    ...(!isAllowedStatus && status !== stored?.status && { [`${argument}.status`]: buildEnumRefusal('status', listAllowedStatuses(kind)) }),
    ...(template && template !== stored?.template && { [`${argument}.template`]: unknownTemplate }),
  };
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
}

const unknownTemplate = { code: 'invalid_arguments', message: 'template is not one of the templates of this site.' };

function checkAuthorAndSticky(viewer: Viewer, kind: ContentKind, input: ContentInput): void {
  if (input.authorId && input.authorId !== viewer.id && !canAssignAuthor(viewer, kind)) {
    throw refused(viewer, 'cannot_edit_others', 'Sorry, you are not allowed to write in the name of others.');
  }
  if (input.sticky && !canMakeSticky(viewer, kind))
    throw refused(viewer, 'cannot_assign_sticky', 'Sorry, you are not allowed to make posts sticky.');
}

/** Throws if the viewer may not assign one of the terms. Unknown terms are ignored. */
async function checkTerms(site: Site, viewer: Viewer, input: ContentInput): Promise<void> {
  const refusedIds = Object.entries(input.terms ?? {}).flatMap(([taxonomy, ids]) =>
    viewer.can(getTaxonomy(taxonomy).assign) ? [] : (ids ?? []).map((id) => ({ taxonomy, id })),
  );
  if (refusedIds.length === 0) return;
  const terms = await loadTerms(
    site,
    refusedIds.map(({ id }) => id),
  );
  if (refusedIds.some(({ taxonomy, id }) => terms.some((term) => term.id === id && term.taxonomy === taxonomy))) {
    throw refused(viewer, 'cannot_assign_term', 'Sorry, you are not allowed to assign the provided terms.');
  }
}

/** Throws unless the viewer may create this content. The checks run in the order of docs/behaviour/core-rest.md 7.2. */
export async function checkCreate(site: Site, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<void> {
  checkAuthorAndSticky(viewer, kind, input);
  if (!viewer.can(kind.capabilities.edit))
    throw refused(viewer, 'cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  await checkTerms(site, viewer, input);
}

/** Throws unless the viewer may make these changes. The checks run in the order of docs/behaviour/core-rest.md 7.2. */
export async function checkUpdate(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  stored: ContentRecord,
  input: ContentInput,
): Promise<void> {
  if (!canEdit(viewer, stored)) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this post.');
  checkAuthorAndSticky(viewer, kind, input);
  await checkTerms(site, viewer, input);
}

/** Throws `cannot_delete` if the viewer may not trash or delete the content. */
export function checkDelete(viewer: Viewer, stored: ContentRecord): void {
  if (!canDelete(viewer, stored)) throw refused(viewer, 'cannot_delete', 'Sorry, you are not allowed to delete this post.');
}

/** Throws `cannot_edit` if the viewer may not save an autosave of the content. Only its editors may. */
export function checkAutosave(viewer: Viewer, stored: ContentRecord): void {
  if (!canEdit(viewer, stored)) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this post.');
}

/** Throws `cannot_read` if the viewer may not read the revisions of the content. Only its editors may. */
export function checkReadRevisions(viewer: Viewer, stored: ContentRecord): void {
  if (!canEdit(viewer, stored)) throw refused(viewer, 'cannot_read', 'Sorry, you are not allowed to view revisions of this post.');
}

/** Throws `cannot_delete` if the viewer may not delete revisions of the content. Deleting a revision requires the right to delete the content. */
export function checkDeleteRevisions(viewer: Viewer, stored: ContentRecord): void {
  if (!canDelete(viewer, stored)) throw refused(viewer, 'cannot_delete', 'Sorry, you are not allowed to delete revisions of this post.');
}

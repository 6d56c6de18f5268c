import type { Content } from '#db';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentCapabilities, type ContentKind, getKind } from './kinds.ts';
import { isPublicStatus } from './statuses.ts';

/** Properties of content that determine permissions. */
export type ContentFacts = Pick<Content, 'kind' | 'status' | 'trashedFrom' | 'authorId'>;

interface RequiredCapabilities {
  own: keyof ContentCapabilities;
  others: keyof ContentCapabilities;
  published: keyof ContentCapabilities;
  private: keyof ContentCapabilities;
}

const editCapabilities: RequiredCapabilities = { own: 'edit', others: 'editOthers', published: 'editPublished', private: 'editPrivate' };
const deleteCapabilities: RequiredCapabilities = {
  own: 'delete',
  others: 'deleteOthers',
  published: 'deletePublished',
  private: 'deletePrivate',
};

const isPublished = (status: string | null) => status === 'publish' || status === 'future';

function isOwn(viewer: Viewer, facts: ContentFacts): boolean {
  return viewer.signedIn && facts.authorId === viewer.id;
}

function isAllowed(viewer: Viewer, facts: ContentFacts, required: RequiredCapabilities): boolean {
  if (!viewer.signedIn) return false;
  const names = getKind(facts.kind).capabilities;
  if (isOwn(viewer, facts)) {
    const status = facts.status === 'trash' ? facts.trashedFrom : facts.status;
    return viewer.can(names[isPublished(status) ? required.published : required.own]);
  }
  if (!viewer.can(names[required.others])) return false;
  if (isPublished(facts.status)) return viewer.can(names[required.published]);
  return facts.status !== 'private' || viewer.can(names[required.private]);
}

/** True if the viewer may change the content. */
export function canEdit(viewer: Viewer, facts: ContentFacts): boolean {
  return isAllowed(viewer, facts, editCapabilities);
}

/** True if the viewer may trash or delete the content. */
export function canDelete(viewer: Viewer, facts: ContentFacts): boolean {
  return isAllowed(viewer, facts, deleteCapabilities);
}

/** True if the viewer may read the content. Does not check the password of the content. */
export function canRead(viewer: Viewer, facts: ContentFacts): boolean {
  if (isPublicStatus(facts.status)) return true;
  if (!viewer.signedIn) return false;
  if (isOwn(viewer, facts)) return true;
  return facts.status === 'private' ? viewer.can(getKind(facts.kind).capabilities.readPrivate) : canEdit(viewer, facts);
}

/** True if the viewer may publish content, schedule it or make it private. */
export function canPublish(viewer: Viewer, kind: ContentKind): boolean {
  return viewer.can(kind.capabilities.publish);
}

/** True if the viewer may assign content to another author. */
export function canAssignAuthor(viewer: Viewer, kind: ContentKind): boolean {
  return viewer.can(kind.capabilities.editOthers);
}

/** True if the viewer may make content sticky (docs/behaviour/core-rest.md 7.2). */
export function canMakeSticky(viewer: Viewer, kind: ContentKind): boolean {
  return viewer.can(kind.capabilities.publish) || viewer.can(kind.capabilities.editOthers);
}

import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/domains/identity/auth/roles.ts';
import { anonymous, type Viewer, viewerOf } from '../../src/domains/identity/auth/viewer.ts';
import { canDelete, canEdit, canMakeSticky, canPublish, canRead } from '../../src/domains/content/content.permissions.ts';
import { post } from '../../src/domains/content/kinds.ts';

const viewer = (role: Role, id = 7): Viewer =>
  viewerOf({ id, login: role, email: '', displayName: role, role, extraCapabilities: {} }, 'password');
const facts = (status: string, authorId: number | null, trashedFrom: string | null = null) => ({
  kind: 'post',
  status,
  authorId,
  trashedFrom,
});
const rolesThat = (can: (v: Viewer, f: ReturnType<typeof facts>) => boolean, what: ReturnType<typeof facts>) =>
  roles.filter((role) => can(viewer(role), what));

const everyWriter = ['administrator', 'editor', 'author', 'contributor'];
const publishers = ['administrator', 'editor', 'author'];
const editors = ['administrator', 'editor'];

describe('Own content', () => {
  it.each([
    ['draft', everyWriter],
    ['pending', everyWriter],
    ['auto-draft', everyWriter],
    ['private', everyWriter],
    ['publish', publishers],
    ['future', publishers],
  ])('in status %s can be edited and deleted by %s', (status, expected) => {
    expect(rolesThat(canEdit, facts(status, 7))).toEqual(expected);
    expect(rolesThat(canDelete, facts(status, 7))).toEqual(expected);
  });

  it('in the trash follows its previous status', () => {
    expect(rolesThat(canEdit, facts('trash', 7, 'draft'))).toEqual(everyWriter);
    expect(rolesThat(canEdit, facts('trash', 7, 'publish'))).toEqual(publishers);
  });

  it('can be read by its author in any status', () => {
    for (const status of ['draft', 'pending', 'future', 'private', 'trash'])
      expect(canRead(viewer('subscriber'), facts(status, 7))).toBe(true);
  });
});

describe('Content of other users', () => {
  it.each(['draft', 'pending', 'private', 'publish', 'future', 'trash'])('in status %s can be edited and deleted by editors', (status) => {
    expect(rolesThat(canEdit, facts(status, 8, 'publish'))).toEqual(editors);
    expect(rolesThat(canDelete, facts(status, 8, 'publish'))).toEqual(editors);
  });

  it('that is private requires the private permission as well', () => {
    const almost = viewerOf(
      { id: 7, login: '', email: '', displayName: '', role: 'contributor', extraCapabilities: { edit_others_posts: true } },
      'password',
    );
    expect(canEdit(almost, facts('draft', 8))).toBe(true);
    expect(canEdit(almost, facts('private', 8))).toBe(false);
    expect(canEdit(almost, facts('publish', 8))).toBe(false);
    expect(canEdit(almost, facts('trash', 8, 'publish'))).toBe(true);
  });

  it('without an author is not accessible to anonymous callers', () => {
    expect(canRead(anonymous, facts('draft', null))).toBe(false);
    expect(canEdit(anonymous, facts('draft', null))).toBe(false);
  });

  it('can be read by everyone when published, otherwise by users who may edit it', () => {
    expect(canRead(anonymous, facts('publish', 8))).toBe(true);
    expect(canRead(anonymous, facts('private', 8))).toBe(false);
    expect(rolesThat(canRead, facts('private', 8))).toEqual(editors);
    expect(rolesThat(canRead, facts('future', 8))).toEqual(editors);
    expect(rolesThat(canRead, facts('trash', 8, 'publish'))).toEqual(editors);
  });
});

describe('Permissions on a content type', () => {
  it('allow publishing and sticky posts for authors and above', () => {
    expect(roles.filter((role) => canPublish(viewer(role), post))).toEqual(publishers);
    expect(roles.filter((role) => canMakeSticky(viewer(role), post))).toEqual(publishers);
  });
});

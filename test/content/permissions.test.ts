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
const mayOf = (can: (v: Viewer, f: ReturnType<typeof facts>) => boolean, what: ReturnType<typeof facts>) =>
  roles.filter((role) => can(viewer(role), what));

const everyWriter = ['administrator', 'editor', 'author', 'contributor'];
const publishers = ['administrator', 'editor', 'author'];
const editors = ['administrator', 'editor'];

describe('own content', () => {
  it.each([
    ['draft', everyWriter],
    ['pending', everyWriter],
    ['auto-draft', everyWriter],
    ['private', everyWriter],
    ['publish', publishers],
    ['future', publishers],
  ])('in status %s is edited and deleted by %s', (status, expected) => {
    expect(mayOf(canEdit, facts(status, 7))).toEqual(expected);
    expect(mayOf(canDelete, facts(status, 7))).toEqual(expected);
  });

  it('in the trash counts as what it was before', () => {
    expect(mayOf(canEdit, facts('trash', 7, 'draft'))).toEqual(everyWriter);
    expect(mayOf(canEdit, facts('trash', 7, 'publish'))).toEqual(publishers);
  });

  it('is read by its author in any status', () => {
    for (const status of ['draft', 'pending', 'future', 'private', 'trash'])
      expect(canRead(viewer('subscriber'), facts(status, 7))).toBe(true);
  });
});

describe('content of others', () => {
  it.each(['draft', 'pending', 'private', 'publish', 'future', 'trash'])('in status %s is edited and deleted by editors', (status) => {
    expect(mayOf(canEdit, facts(status, 8, 'publish'))).toEqual(editors);
    expect(mayOf(canDelete, facts(status, 8, 'publish'))).toEqual(editors);
  });

  it('needs the private right besides, where it is private', () => {
    const almost = viewerOf(
      { id: 7, login: '', email: '', displayName: '', role: 'contributor', extraCapabilities: { edit_others_posts: true } },
      'password',
    );
    expect(canEdit(almost, facts('draft', 8))).toBe(true);
    expect(canEdit(almost, facts('private', 8))).toBe(false);
    expect(canEdit(almost, facts('publish', 8))).toBe(false);
    expect(canEdit(almost, facts('trash', 8, 'publish'))).toBe(true);
  });

  it('without an author belongs to nobody, not even to anonymous callers', () => {
    expect(canRead(anonymous, facts('draft', null))).toBe(false);
    expect(canEdit(anonymous, facts('draft', null))).toBe(false);
  });

  it('is read by everybody when published, else by those who may edit', () => {
    expect(canRead(anonymous, facts('publish', 8))).toBe(true);
    expect(canRead(anonymous, facts('private', 8))).toBe(false);
    expect(mayOf(canRead, facts('private', 8))).toEqual(editors);
    expect(mayOf(canRead, facts('future', 8))).toEqual(editors);
    expect(mayOf(canRead, facts('trash', 8, 'publish'))).toEqual(editors);
  });
});

describe('rights on a kind', () => {
  it('publishing is for authors and above, sticky for those or whoever edits others', () => {
    expect(roles.filter((role) => canPublish(viewer(role), post))).toEqual(publishers);
    expect(roles.filter((role) => canMakeSticky(viewer(role), post))).toEqual(publishers);
  });
});

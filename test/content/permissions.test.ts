import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/domains/identity/auth/roles.ts';
import { anonymous, type Viewer, createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { canDelete, canEdit, canMakeSticky, canPublish, canRead } from '../../src/domains/content/content.permissions.ts';
import { post } from '../../src/domains/content/kinds.ts';

const viewerWith = (role: Role, id = 7): Viewer =>
  createViewer({ id, login: role, email: '', displayName: role, role, extraCapabilities: {} }, 'password');
const facts = (status: string, authorId: number | null, trashedFrom: string | null = null) => ({
  kind: 'post',
  status,
  authorId,
  trashedFrom,
});
const rolesWho = (can: (viewer: Viewer, content: ReturnType<typeof facts>) => boolean, content: ReturnType<typeof facts>) =>
  roles.filter((role) => can(viewerWith(role), content));

const writers = ['administrator', 'editor', 'author', 'contributor'];
const publishers = ['administrator', 'editor', 'author'];
const editors = ['administrator', 'editor'];

describe('Own content', () => {
  it.each([
    ['draft', writers],
    ['pending', writers],
    ['auto-draft', writers],
    ['private', writers],
    ['publish', publishers],
    ['future', publishers],
  ])('in status %s can be edited and deleted by %s', (status, expected) => {
    expect(rolesWho(canEdit, facts(status, 7))).toEqual(expected);
    expect(rolesWho(canDelete, facts(status, 7))).toEqual(expected);
  });

  it('in the trash follows its previous status', () => {
    expect(rolesWho(canEdit, facts('trash', 7, 'draft'))).toEqual(writers);
    expect(rolesWho(canEdit, facts('trash', 7, 'publish'))).toEqual(publishers);
  });

  it('can be read by its author in any status', () => {
    for (const status of ['draft', 'pending', 'future', 'private', 'trash'])
      expect(canRead(viewerWith('subscriber'), facts(status, 7))).toBe(true);
  });
});

describe('Content of other users', () => {
  it.each(['draft', 'pending', 'private', 'publish', 'future', 'trash'])('in status %s can be edited and deleted by editors', (status) => {
    expect(rolesWho(canEdit, facts(status, 8, 'publish'))).toEqual(editors);
    expect(rolesWho(canDelete, facts(status, 8, 'publish'))).toEqual(editors);
  });

  it('that is private requires the permission for private content, too', () => {
    const contributor = createViewer(
      { id: 7, login: '', email: '', displayName: '', role: 'contributor', extraCapabilities: { edit_others_posts: true } },
      'password',
    );
    expect(canEdit(contributor, facts('draft', 8))).toBe(true);
    expect(canEdit(contributor, facts('private', 8))).toBe(false);
    expect(canEdit(contributor, facts('publish', 8))).toBe(false);
    expect(canEdit(contributor, facts('trash', 8, 'publish'))).toBe(true);
  });

  it('without an author is not accessible to anonymous callers', () => {
    expect(canRead(anonymous, facts('draft', null))).toBe(false);
    expect(canEdit(anonymous, facts('draft', null))).toBe(false);
  });

  it('can be read by everyone when published, otherwise by users who may edit it', () => {
    expect(canRead(anonymous, facts('publish', 8))).toBe(true);
    expect(canRead(anonymous, facts('private', 8))).toBe(false);
    expect(rolesWho(canRead, facts('private', 8))).toEqual(editors);
    expect(rolesWho(canRead, facts('future', 8))).toEqual(editors);
    expect(rolesWho(canRead, facts('trash', 8, 'publish'))).toEqual(editors);
  });
});

describe('Permissions on a content type', () => {
  it('allow publishing and sticky posts for authors and above', () => {
    expect(roles.filter((role) => canPublish(viewerWith(role), post))).toEqual(publishers);
    expect(roles.filter((role) => canMakeSticky(viewerWith(role), post))).toEqual(publishers);
  });
});

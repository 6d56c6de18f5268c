import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { type Viewer, createViewer } from '../../src/domains/identity/auth/viewer.ts';
import type { ContentInput } from '../../src/domains/content/changes.input.ts';
import { createContent } from '../../src/domains/content/content.service.ts';
import { type ContentKind, post } from '../../src/domains/content/kinds.ts';
import { createMedia } from '../../src/domains/content/media.service.ts';
import type { ContentRecord } from '../../src/domains/content/record.ts';
import type { Site } from '../../src/site.ts';
import { type Taxonomy, getTaxonomy } from '../../src/domains/content/terms/taxonomies.ts';
import type { TermRecord } from '../../src/domains/content/terms/term.record.ts';
import { createTerm, type TermInput } from '../../src/domains/content/terms/terms.service.ts';

let count = 0;
/** Returns a number that no other test object of this file has. */
const next = () => (count += 1);

/** Creates a user with the role and returns a viewer for that user. */
export async function makeUser(site: Site, role: Role = 'editor', name = `${role}${next()}`): Promise<Viewer> {
  const user = await site.db.prisma.user.create({
    data: { login: name, email: `${name}@example.org`, displayName: name, slug: name, role },
  });
  return createViewer(
    { id: user.id, login: user.login, email: user.email, displayName: user.displayName, role, extraCapabilities: {} },
    'password',
  );
}

/** Creates content of a kind with the viewer as author. It is published by default. */
export async function makeContent(site: Site, viewer: Viewer, kind: ContentKind, input: ContentInput = {}): Promise<ContentRecord> {
  return await createContent(site, viewer, kind, { title: `Title ${next()}`, status: 'publish', ...input });
}

/** Creates a post with the viewer as author. It is published by default. */
export async function makePost(site: Site, viewer: Viewer, input: ContentInput = {}): Promise<ContentRecord> {
  return await makeContent(site, viewer, post, input);
}

/** Creates a term. */
export async function makeTerm(site: Site, taxonomy: Taxonomy | string = 'post_tag', input: TermInput = {}): Promise<TermRecord> {
  return await createTerm(site, typeof taxonomy === 'string' ? getTaxonomy(taxonomy) : taxonomy, { name: `Term ${next()}`, ...input });
}

/** Creates a media item whose file does not exist. */
export async function makeMedia(site: Site, viewer: Viewer): Promise<ContentRecord> {
  const name = `image-${next()}.png`;
  const file = { file: `2026/01/${name}`, fileName: name, mimeType: 'image/png', width: 4, height: 3, fileSize: 100, altText: '' };
  return await site.db.transaction((tx) => createMedia(site, tx, viewer, file));
}

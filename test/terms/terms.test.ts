import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeGraphql } from '../support/ask.ts';
import { makePost, makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { loadContent } from '../../src/domains/content/content.reader.ts';
import { ensureInitialContent } from '../../src/domains/content/initial.ts';
import { category, tag } from '../../src/domains/content/terms/taxonomies.ts';
import { findTerm, loadTerms } from '../../src/domains/content/terms/term.record.ts';
import { createTerm, updateTerm, deleteTerm } from '../../src/domains/content/terms/terms.service.ts';
import { getSharedSchema } from '../support/app.ts';

const schema = getSharedSchema();
let site: TestSite;
let editor: Viewer;
let contributor: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  [editor, contributor] = [await makeUser(site), await makeUser(site, 'contributor')];
});
afterAll(() => site.close());

const refusalOf = async (viewer: Viewer, source: string) => {
  const { errors } = await executeGraphql(schema, site, viewer, source);
  return errors[0] ? `${errors[0].status} ${errors[0].code}` : null;
};

describe('A new installation', () => {
  it('has one default category', async () => {
    await ensureInitialContent(site);
    expect(await loadTerms(site, [1])).toEqual([
      { id: 1, taxonomy: 'category', name: 'Uncategorized', slug: 'uncategorized', description: '', parentId: null, count: 0 },
    ]);
    expect((await makeTerm(site)).id).toBeGreaterThan(1);
  });
});

describe('A new term', () => {
  it('gets a slug from its name, extended by parent slugs or a number if that is taken', async () => {
    const music = await createTerm(site, category, { name: ' <b>Wide</b>  Music ', description: 'Loud' });
    expect(music).toMatchObject({ name: 'Wide Music', slug: 'wide-music', description: 'Loud', parentId: null, count: 0 });
    const child = await createTerm(site, category, { name: 'Wide Music', parentId: music.id });
    expect(child).toMatchObject({ slug: 'wide-music-wide-music', parentId: music.id });
    const late = await createTerm(site, category, { name: 'Late', parentId: music.id });
    const nested = [
      await createTerm(site, category, { name: 'Wide Music', parentId: late.id }),
      await createTerm(site, category, { name: 'Late', parentId: late.id }),
      await createTerm(site, category, { name: 'Late', parentId: child.id }),
    ];
    expect(nested.map(({ slug }) => slug)).toEqual(['wide-music-late', 'late-late', 'late-wide-music-wide-music']);
    expect(await createTerm(site, category, { name: 'Wide_Music', slug: 'late-late-2' })).toMatchObject({ slug: 'late-late-2' });
    expect(await createTerm(site, tag, { name: 'Wide Music' })).toMatchObject({ slug: 'wide-music' });
  });

  it('is refused if a duplicate exists, whose ID is in the error', async () => {
    const first = await createTerm(site, tag, { name: 'Twin' });
    await expect(createTerm(site, tag, { name: 'twin' })).rejects.toMatchObject({
      code: 'term_exists',
      status: 400,
      data: { term_id: first.id },
    });
    await expect(createTerm(site, tag, { name: 'Other', slug: 'twin' })).rejects.toMatchObject({
      code: 'term_exists',
      data: { term_id: first.id },
    });
    expect(await createTerm(site, tag, { name: 'Twin', slug: 'second-twin' })).toMatchObject({ slug: 'second-twin' });
  });

  it('gets its ID as slug if its name yields none', async () => {
    const punctuation = await createTerm(site, tag, { name: '!!!' });
    expect(punctuation.slug).toBe(String(punctuation.id));
  });

  it.each([
    ['empty_term_name', tag, { name: '<i></i>' }],
    ['term_not_found', category, { name: 'Orphan', parentId: 9_999_999 }],
    ['taxonomy_not_hierarchical', tag, { name: 'Child', parentId: 1 }],
  ])('is refused with %s', async (code, taxonomy, input) => {
    await expect(createTerm(site, taxonomy, input)).rejects.toMatchObject({ code, status: 400 });
  });

  it('is created once by simultaneous requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => createTerm(site, tag, { name: 'Rush' })));
    const slugs = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.slug] : []));
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs).toContain('rush');
  });
});

describe('Changing a term', () => {
  it('keeps omitted fields and refuses cycles', async () => {
    const parent = await createTerm(site, category, { name: 'Above', description: 'Kept' });
    const child = await createTerm(site, category, { name: 'Below', parentId: parent.id });
    expect(await updateTerm(site, category, parent.id, { name: 'Over' })).toMatchObject({
      name: 'Over',
      slug: 'above',
      description: 'Kept',
    });
    expect(await updateTerm(site, category, parent.id, { parentId: child.id })).toMatchObject({ parentId: null });
    expect(await updateTerm(site, category, child.id, { parentId: 0, slug: 'under' })).toMatchObject({ parentId: null, slug: 'under' });
    expect(await updateTerm(site, category, child.id, { slug: '' })).toMatchObject({ slug: 'below' });
    expect(await updateTerm(site, category, child.id, { slug: '' })).toMatchObject({ slug: 'below' });
  });
});

describe('Deleting a term', () => {
  it('removes it from content, which gets the default category, and moves its children up', async () => {
    const parent = await createTerm(site, category, { name: 'Grand' });
    const middle = await createTerm(site, category, { name: 'Middle', parentId: parent.id });
    const child = await createTerm(site, category, { name: 'Small', parentId: middle.id });
    const post = await makePost(site, editor, { terms: { category: [middle.id] } });
    expect(await deleteTerm(site, category, middle.id)).toMatchObject({ name: 'Middle', count: 1 });
    expect((await loadTerms(site, [child.id]))[0]?.parentId).toBe(parent.id);
    expect((await loadContent(site, post.id))?.terms).toMatchObject([{ id: 1 }]);
    await expect(deleteTerm(site, category, middle.id)).rejects.toMatchObject({ code: 'term_not_found', status: 404 });
  });
});

describe('Finding a term', () => {
  it('uses the slug first, then the name in any case', async () => {
    const [byName, bySlug] = [
      await createTerm(site, tag, { name: 'Echo', slug: 'first-echo' }),
      await createTerm(site, tag, { name: 'Reverb', slug: 'echo' }),
    ];
    expect((await findTerm(site, 'post_tag', 'echo'))?.id).toBe(bySlug.id);
    expect((await findTerm(site, 'post_tag', 'FIRST-ECHO'))?.id).toBe(byName.id);
    expect((await findTerm(site, 'post_tag', 'reverb'))?.id).toBe(bySlug.id);
    expect(await findTerm(site, 'category', 'echo')).toBeNull();
  });
});

describe('term and termPage', () => {
  it('show terms to every visitor', async () => {
    const [alto, bass] = [await createTerm(site, tag, { name: 'Voice Älto' }), await createTerm(site, tag, { name: 'Voice bass' })];
    await makePost(site, editor, { terms: { post_tag: [bass.id] } });
    const listQuery = (args: string) => `{ termPage(taxonomy: TAG, ${args}) { totalCount totalPages nodes { databaseId count link } } }`;
    const list = async (args: string) => (await executeGraphql(schema, site, anonymous, listQuery(args))).data.termPage;
    expect(await list('filter: { search: "VOICE" }')).toMatchObject({
      totalCount: 2,
      nodes: [
        { databaseId: alto.id, link: 'http://site.test/tag/voice-alto/' },
        { databaseId: bass.id, count: 1 },
      ],
    });
    expect(await list('order: DESC, perPage: 1, filter: { search: "voice" }')).toMatchObject({
      totalCount: 2,
      totalPages: 2,
      nodes: [{ databaseId: bass.id }],
    });
    expect((await list('filter: { search: "voice", hideEmpty: true }')).nodes).toMatchObject([{ databaseId: bass.id }]);
    expect((await list(`orderBy: INCLUDE, filter: { include: [${bass.id}, ${alto.id}] }`)).nodes).toMatchObject([
      { databaseId: bass.id },
      { databaseId: alto.id },
    ]);
    expect((await list(`filter: { slugs: ["voice-bass"] }`)).nodes).toMatchObject([{ databaseId: bass.id }]);
    expect((await list(`filter: { search: "voice", exclude: [${bass.id}] }`)).nodes).toMatchObject([{ databaseId: alto.id }]);
    expect(await list('page: 9, filter: { search: "voice" }')).toMatchObject({ totalCount: 2, nodes: [] });
    expect(await refusalOf(anonymous, `{ term(id: ${alto.id}, taxonomy: CATEGORY) { name } }`)).toBe('404 term_not_found');
    expect(await refusalOf(anonymous, `{ term(id: ${alto.id}) { name } }`)).toBeNull();
  });

  it('show the terms of a post only to users who may read it', async () => {
    const post = await makePost(site, editor, { status: 'draft' });
    const listQuery = `{ termPage(taxonomy: CATEGORY, filter: { post: ${post.id} }) { nodes { slug } } }`;
    expect(await refusalOf(anonymous, listQuery)).toBe('401 cannot_view_for_edit');
    expect((await executeGraphql(schema, site, editor, listQuery)).data.termPage.nodes).toEqual([{ slug: 'uncategorized' }]);
    expect(await refusalOf(editor, '{ termPage(taxonomy: TAG, filter: { post: 0 }) { totalCount } }')).toBe('400 content_not_found');
  });
});

describe('Writing terms', () => {
  it('requires the capability of the taxonomy', async () => {
    const create = (taxonomy: string, name: string) =>
      `mutation { createTerm(taxonomy: ${taxonomy}, draft: { name: "${name}" }) { databaseId } }`;
    expect(await refusalOf(anonymous, create('TAG', 'A1'))).toBe('401 cannot_create');
    expect(await refusalOf(contributor, create('CATEGORY', 'A1'))).toBe('403 cannot_create');
    expect(await refusalOf(contributor, create('TAG', 'A1'))).toBeNull();
    expect(await refusalOf(editor, create('CATEGORY', 'A1'))).toBeNull();
    const { id } = await makeTerm(site);
    expect(await refusalOf(contributor, `mutation { updateTerm(taxonomy: TAG, id: ${id}, changes: { name: "A2" }) { name } }`)).toBe(
      '403 cannot_update',
    );
    expect(await refusalOf(editor, `mutation { updateTerm(taxonomy: TAG, id: ${id}, changes: { name: "A2" }) { name } }`)).toBeNull();
    expect(await refusalOf(contributor, `mutation { deleteTerm(taxonomy: TAG, id: ${id}) { name } }`)).toBe('403 cannot_delete');
    expect(await refusalOf(editor, `mutation { deleteTerm(taxonomy: TAG, id: ${id}) { name } }`)).toBeNull();
    expect(await refusalOf(editor, 'mutation { deleteTerm(taxonomy: CATEGORY, id: 1) { name } }')).toBe('403 cannot_delete');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const readChapters = async (as: 'administrator' | 'administrator2' = 'administrator') =>
  (await site.rest('GET', '/theme/v1/get-learn-chapters', { as })).body as { id: string; steps: Record<string, unknown>[] }[];
const storeProgress = (body: object) => site.rest('POST', '/theme/v1/update-learn-progress', { body, as: 'administrator' });

describe('Theme settings', () => {
  it('are the defaults, overridden by stored values', async () => {
    const defaults = (await site.rest('GET', '/theme/v1/admin/settings', { as: 'administrator' })).body;
    expect(defaults).toEqual({
      self_hosted_gfonts: false,
      preload_local_fonts: false,
      use_old_header_footer: false,
      use_upgrade_notices: false,
      analytics_enabled: false,
      show_learn_tab: true,
      enable_abilities: false,
      enable_edit_abilities: true,
      enable_mcp_server: false,
    });
    await site.site.db.prisma.themeSetting.create({ data: { key: 'screens_own', value: [1] } });
    const mutation =
      'mutation { updateThemeSettings(input: { abilities: true, editAbilities: false }) { themeSettings { abilities editAbilities learnTab } } }';
    expect((await site.graphql(mutation, {}, 'administrator')).data.updateThemeSettings.themeSettings).toEqual({
      abilities: true,
      editAbilities: false,
      learnTab: true,
    });
    const changed = (await site.rest('GET', '/theme/v1/admin/settings', { as: 'administrator' })).body;
    expect(changed).toEqual({ ...defaults, enable_abilities: true, enable_edit_abilities: false, screens_own: [1] });
  });

  it.each([
    ['GET', '/theme/v1/admin/settings'],
    ['GET', '/theme/v1/get-learn-chapters'],
  ])('require the right to change the appearance for %s %s', async (method, path) => {
    expect((await site.rest(method, path)).body).toMatchObject({ code: 'theme_rest_cannot_view', data: { status: 401 } });
    expect((await site.rest(method, path, { as: 'editor' })).body).toMatchObject({ code: 'theme_rest_cannot_view', data: { status: 403 } });
  });
});

describe('Lessons', () => {
  it('come from the catalog, each step with its help and link', async () => {
    const lessons = await readChapters();
    expect(lessons.map(({ id, steps }) => [id, steps.map((step) => step['id'])])).toEqual([
      ['brand-basics', ['logo-tagline', 'style-guide']],
      ['navigation-header', ['header-layout', 'organize-menu', 'mobile-header']],
      ['footer-customization', ['footer-layout']],
      ['page-layout-settings', ['sidebar-layout', 'blog-layout', 'single-page-layout']],
      ['edit-homepage', ['homepage-editor']],
    ]);
    const first = lessons[0]?.steps[0];
    expect(first).toEqual({
      id: 'logo-tagline',
      title: 'Logo and tagline',
      description: expect.any(String),
      learn: { type: 'dialog', content: { type: 'image', data: { src: expect.stringMatching(/^http/), alt: 'Logo and tagline' } } },
      action: { label: expect.any(String), url: expect.stringMatching(/^http/), isExternal: true },
      completed: false,
    });
    expect(lessons[1]?.steps[2]).toMatchObject({ isPro: false });
    expect(lessons.at(-1)?.steps[0]).not.toHaveProperty('learn');
  });

  it('include only the progress of the viewer', async () => {
    const reply = await storeProgress({ chapterId: ' <b>brand-basics</b> ', stepId: 'logo-tagline', completed: '1' });
    expect([reply.status, reply.body.success]).toEqual([200, true]);
    expect((await readChapters())[0]?.steps[0]).toMatchObject({ completed: true });
    expect((await readChapters('administrator2'))[0]?.steps[0]).toMatchObject({ completed: false });
    await storeProgress({ chapterId: 'brand-basics', stepId: 'logo-tagline', completed: false });
    expect((await readChapters())[0]?.steps[0]).toMatchObject({ completed: false });
  });

  it('store progress of steps that are not in the catalog', async () => {
    expect((await storeProgress({ chapterId: 'to-come', stepId: 'one', completed: true })).status).toBe(200);
    expect(await site.site.db.prisma.learnProgress.count({ where: { chapterId: 'to-come' } })).toBe(1);
  });

  it.each([
    [{ chapterId: 'a', stepId: 'b' }, 'rest_missing_callback_param'],
    [{ chapterId: 1, stepId: 'b', completed: true }, 'rest_invalid_param'],
    [{ chapterId: 'a', stepId: 'b', completed: 'maybe' }, 'rest_invalid_param'],
    [{ chapterId: 'c'.repeat(201), stepId: 'b', completed: true }, 'rest_invalid_param'],
    [{ chapterId: 'a', stepId: 's'.repeat(20_000), completed: true }, 'rest_invalid_param'],
  ])('refuse %j', async (body, code) => {
    expect((await storeProgress(body)).body.code).toBe(code);
  });

  it('are absent from the dashboard if the setting is off', async () => {
    const countChapters = async () => (await site.graphql('{ learnChapters { id } }', {}, 'administrator')).data.learnChapters.length;
    expect(await countChapters()).toBe(5);
    await site.graphql('mutation { updateThemeSettings(input: { learnTab: false }) { themeSettings { learnTab } } }', {}, 'administrator');
    expect(await countChapters()).toBe(0);
    expect(await readChapters()).toHaveLength(5);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const runOperation = async (source: string, variables: object = {}, as: 'administrator' | 'editor' = 'administrator') => {
  const { data, errors } = await site.graphql(source, variables as Record<string, unknown>, as);
  return { ...data, codes: errors.map(({ extensions }) => extensions['code']) };
};

const listMenus = async () =>
  (await runOperation('{ navigationMenus { databaseId name locations hasLegalLinks items { title url position } } }')).navigationMenus;
const listBannerMenus = async () => (await site.rest('GET', '/consent-banner/v1/revision/current', { as: 'administrator' })).body.nav_menus;

describe('Navigation menus', () => {
  it('are created, changed, deleted, and returned to clients of the banner', async () => {
    const draft = { name: 'Foot', locations: ['footer', 'footer'] };
    const {
      createNavigationMenu: { navigationMenu: created },
    } = await runOperation(
      'mutation ($draft: NavigationMenuDraft!) { createNavigationMenu(draft: $draft) { navigationMenu { databaseId name locations items { url } } } }',
      { draft },
    );
    expect(created).toEqual({ databaseId: expect.any(Number), name: 'Foot', locations: ['footer'], items: [] });
    const id = created.databaseId;
    const change =
      'mutation ($id: Int!) { updateNavigationMenu(id: $id, changes: { name: "Below" }) { navigationMenu { name locations } } }';
    expect((await runOperation(change, { id })).updateNavigationMenu.navigationMenu).toEqual({ name: 'Below', locations: ['footer'] });
    expect((await listBannerMenus()).map(({ name, applied }: { name: string; applied: boolean }) => [name, applied])).toEqual([
      ['Main', false],
      ['Below', false],
    ]);
    await runOperation('mutation ($menu: String!) { addLegalLinks(menu: $menu) { isAdded } }', { menu: String(id) });
    expect((await listMenus())[1]).toMatchObject({
      hasLegalLinks: true,
      items: [{ url: '#consent-change', position: 0 }, { url: '#consent-history' }, { url: '#consent-revoke', position: 2 }],
    });
    const remove = 'mutation ($id: Int!) { deleteNavigationMenu(id: $id) { navigationMenu { name items { url } } } }';
    expect((await runOperation(remove, { id })).deleteNavigationMenu.navigationMenu.items).toHaveLength(3);
    expect((await runOperation(remove, { id })).codes).toEqual(['menu_not_found']);
    expect(await listMenus()).toHaveLength(1);
  });

  it('contain links that are created, changed, sorted and deleted', async () => {
    const [{ databaseId: menuId }] = await listMenus();
    const add =
      'mutation ($menuId: Int!, $draft: NavigationMenuItemDraft!) { createNavigationMenuItem(menuId: $menuId, draft: $draft) { navigationMenuItem { databaseId } } }';
    const ids: number[] = [];
    for (const [title, url] of [
      ['Events', '/events/'],
      ['Mail', 'mailto:a@example.org'],
      ['Change', '#consent-change'],
    ])
      ids.push((await runOperation(add, { menuId, draft: { title, url } })).createNavigationMenuItem.navigationMenuItem.databaseId);
    const order =
      'mutation ($menuId: Int!, $ids: [Int!]!) { reorderNavigationMenu(menuId: $menuId, ids: $ids) { navigationMenu { items { title } } } }';
    const ordered = (await runOperation(order, { menuId, ids: [ids[2], ids[0]] })).reorderNavigationMenu.navigationMenu.items;
    expect(ordered.map(({ title }: { title: string }) => title)).toEqual(['Change', 'Events', 'Mail']);
    const change =
      'mutation ($id: Int!, $changes: NavigationMenuItemChanges!) { updateNavigationMenuItem(id: $id, changes: $changes) { navigationMenuItem { title url } } }';
    expect(
      (await runOperation(change, { id: ids[0], changes: { title: 'All <b>events</b>' } })).updateNavigationMenuItem.navigationMenuItem,
    ).toEqual({
      title: 'All events',
      url: '/events/',
    });
    expect(
      (await runOperation('mutation ($id: Int!) { deleteNavigationMenuItem(id: $id) { navigationMenuItem { title } } }', { id: ids[1] }))
        .deleteNavigationMenuItem.navigationMenuItem,
    ).toEqual({
      title: 'Mail',
    });
    expect((await listMenus())[0].items.map(({ title }: { title: string }) => title)).toEqual(['Change', 'All events']);
    expect((await listBannerMenus())[0].applied).toBe(true);
    for (const url of ['javascript:alert(1)', '//elsewhere.example/', 'no address', ''])
      expect((await runOperation(add, { menuId, draft: { title: 'Bad', url } })).codes, url).toEqual(['invalid_arguments']);
    expect((await runOperation(add, { menuId: 99_999, draft: { title: 'Lost', url: '/' } })).codes).toEqual(['menu_not_found']);
    expect((await runOperation(order, { menuId, ids: [] })).codes).toEqual(['wrong_order']);
  });

  it('are accessible only to users who manage the banner', async () => {
    expect((await runOperation('{ navigationMenus { name } }', {}, 'editor')).codes).toEqual(['forbidden']);
    expect(
      (await runOperation('mutation { createNavigationMenu(draft: { name: "Mine" }) { navigationMenu { name } } }', {}, 'editor')).codes,
    ).toEqual(['forbidden']);
    expect(
      (await runOperation('mutation { deleteNavigationMenuItem(id: 1) { navigationMenuItem { title } } }', {}, 'editor')).codes,
    ).toEqual(['forbidden']);
  });
});

it('Links of the banner are sorted', async () => {
  const create =
    'mutation ($title: String!) { createBannerLink(draft: { title: $title, externalUrl: "https://example.org/", isExternalUrl: true }) { bannerLink { databaseId } } }';
  const first = (await runOperation(create, { title: 'One' })).createBannerLink.bannerLink.databaseId;
  const second = (await runOperation(create, { title: 'Two' })).createBannerLink.bannerLink.databaseId;
  expect(
    (await runOperation('mutation ($ids: [Int!]!) { reorderBannerLinks(ids: $ids) { isOrdered } }', { ids: [second, first] }))
      .reorderBannerLinks.isOrdered,
  ).toBe(true);
  const { bannerLinks } = await runOperation('{ bannerLinks { title } }');
  expect(bannerLinks.map(({ title }: { title: string }) => title)).toEqual(['Two', 'One', 'Privacy policy']);
});

it('Links of the banner may not run code', async () => {
  const draft = { title: 'Terms', externalUrl: 'javascript:alert(1)' };
  const listArguments = async (source: string, variables: Record<string, unknown>) =>
    Object.keys((await site.graphql(source, variables, 'administrator')).errors[0]?.extensions['params'] ?? {});
  expect(
    await listArguments('mutation ($draft: BannerLinkDraft!) { createBannerLink(draft: $draft) { bannerLink { title } } }', { draft }),
  ).toEqual(['draft.externalUrl']);
  expect(
    await listArguments(
      'mutation ($id: Int!, $draft: BannerLinkChanges!) { updateBannerLink(id: $id, changes: $draft) { bannerLink { title } } }',
      { id: 1, draft },
    ),
  ).toEqual(['changes.externalUrl']);
});

it('GraphQL reads and writes settings that older clients do not know', async () => {
  const fields =
    'bannerLessConsent bannerLessConsentShowOnPageIds hidePageIds setCookiesViaManager dataProcessingInUnsafeCountries countryBypass';
  expect((await runOperation(`{ consentSettings { ${fields} countryDatabaseLoadedAt } }`)).consentSettings).toEqual({
    bannerLessConsent: false,
    bannerLessConsentShowOnPageIds: '',
    hidePageIds: '',
    setCookiesViaManager: 'none',
    dataProcessingInUnsafeCountries: false,
    countryBypass: false,
    countryDatabaseLoadedAt: null,
  });
  const change =
    'mutation ($changes: ConsentSettingsChanges!) { updateConsentSettings(changes: $changes) { consentSettings { hidePageIds setCookiesViaManager countryBypass } } }';
  const changes = { hidePageIds: '3, x, 4', setCookiesViaManager: 'none', countryBypass: true };
  expect((await runOperation(change, { changes })).updateConsentSettings.consentSettings).toEqual({ ...changes, hidePageIds: '3,4' });
  expect((await runOperation(change, { changes: { setCookiesViaManager: 'other' } })).codes).toEqual(['invalid_arguments']);
  await runOperation('mutation { loadCountryDatabase { loadedAt } }');
  expect((await runOperation('{ consentSettings { countryDatabaseLoadedAt } }')).consentSettings.countryDatabaseLoadedAt).toMatch(
    /^20\d\d-/,
  );
});

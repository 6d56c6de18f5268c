import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const ask = async (source: string, variables: object = {}, as: 'administrator' | 'editor' = 'administrator') => {
  const { data, errors } = await site.graphql(source, variables as Record<string, unknown>, as);
  return { ...data, codes: errors.map(({ extensions }) => extensions['code']) };
};

const menus = async () =>
  (await ask('{ navigationMenus { databaseId name locations hasLegalLinks items { title url position } } }')).navigationMenus;
const legalMenus = async () => (await site.rest('GET', '/consent-banner/v1/revision/current', { as: 'administrator' })).body.nav_menus;

describe('Navigation menus', () => {
  it('are created, changed, deleted, and returned to clients of the banner', async () => {
    const draft = { name: 'Foot', locations: ['footer', 'footer'] };
    const {
      createNavigationMenu: { navigationMenu: made },
    } = await ask(
      'mutation ($draft: NavigationMenuDraft!) { createNavigationMenu(draft: $draft) { navigationMenu { databaseId name locations items { url } } } }',
      { draft },
    );
    expect(made).toEqual({ databaseId: expect.any(Number), name: 'Foot', locations: ['footer'], items: [] });
    const id = made.databaseId;
    const change =
      'mutation ($id: Int!) { updateNavigationMenu(id: $id, changes: { name: "Below" }) { navigationMenu { name locations } } }';
    expect((await ask(change, { id })).updateNavigationMenu.navigationMenu).toEqual({ name: 'Below', locations: ['footer'] });
    expect((await legalMenus()).map(({ name, applied }: { name: string; applied: boolean }) => [name, applied])).toEqual([
      ['Main', false],
      ['Below', false],
    ]);
    await ask('mutation ($menu: String!) { addLegalLinks(menu: $menu) { isAdded } }', { menu: String(id) });
    expect((await menus())[1]).toMatchObject({
      hasLegalLinks: true,
      items: [{ url: '#consent-change', position: 0 }, { url: '#consent-history' }, { url: '#consent-revoke', position: 2 }],
    });
    const remove = 'mutation ($id: Int!) { deleteNavigationMenu(id: $id) { navigationMenu { name items { url } } } }';
    expect((await ask(remove, { id })).deleteNavigationMenu.navigationMenu.items).toHaveLength(3);
    expect((await ask(remove, { id })).codes).toEqual(['menu_not_found']);
    expect(await menus()).toHaveLength(1);
  });

  it('contain links that are created, changed, sorted and deleted', async () => {
    const [{ databaseId: menuId }] = await menus();
    const add =
      'mutation ($menuId: Int!, $draft: NavigationMenuItemDraft!) { createNavigationMenuItem(menuId: $menuId, draft: $draft) { navigationMenuItem { databaseId } } }';
    const ids: number[] = [];
    for (const [title, url] of [
      ['Events', '/events/'],
      ['Mail', 'mailto:a@example.org'],
      ['Change', '#consent-change'],
    ])
      ids.push((await ask(add, { menuId, draft: { title, url } })).createNavigationMenuItem.navigationMenuItem.databaseId);
    const order =
      'mutation ($menuId: Int!, $ids: [Int!]!) { reorderNavigationMenu(menuId: $menuId, ids: $ids) { navigationMenu { items { title } } } }';
    const ordered = (await ask(order, { menuId, ids: [ids[2], ids[0]] })).reorderNavigationMenu.navigationMenu.items;
    expect(ordered.map(({ title }: { title: string }) => title)).toEqual(['Change', 'Events', 'Mail']);
    const change =
      'mutation ($id: Int!, $changes: NavigationMenuItemChanges!) { updateNavigationMenuItem(id: $id, changes: $changes) { navigationMenuItem { title url } } }';
    expect(
      (await ask(change, { id: ids[0], changes: { title: 'All <b>events</b>' } })).updateNavigationMenuItem.navigationMenuItem,
    ).toEqual({
      title: 'All events',
      url: '/events/',
    });
    expect(
      (await ask('mutation ($id: Int!) { deleteNavigationMenuItem(id: $id) { navigationMenuItem { title } } }', { id: ids[1] }))
        .deleteNavigationMenuItem.navigationMenuItem,
    ).toEqual({
      title: 'Mail',
    });
    expect((await menus())[0].items.map(({ title }: { title: string }) => title)).toEqual(['Change', 'All events']);
    expect((await legalMenus())[0].applied).toBe(true);
    for (const url of ['javascript:alert(1)', '//elsewhere.example/', 'no address', ''])
      expect((await ask(add, { menuId, draft: { title: 'Bad', url } })).codes, url).toEqual(['invalid_arguments']);
    expect((await ask(add, { menuId: 99_999, draft: { title: 'Lost', url: '/' } })).codes).toEqual(['menu_not_found']);
    expect((await ask(order, { menuId, ids: [] })).codes).toEqual(['wrong_order']);
  });

  it('are reserved for users who manage the banner', async () => {
    expect((await ask('{ navigationMenus { name } }', {}, 'editor')).codes).toEqual(['forbidden']);
    expect(
      (await ask('mutation { createNavigationMenu(draft: { name: "Mine" }) { navigationMenu { name } } }', {}, 'editor')).codes,
    ).toEqual(['forbidden']);
    expect((await ask('mutation { deleteNavigationMenuItem(id: 1) { navigationMenuItem { title } } }', {}, 'editor')).codes).toEqual([
      'forbidden',
    ]);
  });
});

it('Links of the banner are sorted', async () => {
  const make =
    'mutation ($title: String!) { createBannerLink(draft: { title: $title, externalUrl: "https://example.org/", isExternalUrl: true }) { bannerLink { databaseId } } }';
  const one = (await ask(make, { title: 'One' })).createBannerLink.bannerLink.databaseId;
  const two = (await ask(make, { title: 'Two' })).createBannerLink.bannerLink.databaseId;
  expect(
    (await ask('mutation ($ids: [Int!]!) { reorderBannerLinks(ids: $ids) { isOrdered } }', { ids: [two, one] })).reorderBannerLinks
      .isOrdered,
  ).toBe(true);
  const { bannerLinks } = await ask('{ bannerLinks { title } }');
  expect(bannerLinks.map(({ title }: { title: string }) => title)).toEqual(['Two', 'One', 'Privacy policy']);
});

it('Options unknown to the settings of older clients are read and written', async () => {
  const fields =
    'bannerLessConsent bannerLessConsentShowOnPageIds hidePageIds setCookiesViaManager dataProcessingInUnsafeCountries countryBypass';
  expect((await ask(`{ consentSettings { ${fields} countryDatabaseLoadedAt } }`)).consentSettings).toEqual({
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
  expect((await ask(change, { changes })).updateConsentSettings.consentSettings).toEqual({ ...changes, hidePageIds: '3,4' });
  expect((await ask(change, { changes: { setCookiesViaManager: 'other' } })).codes).toEqual(['invalid_arguments']);
  await ask('mutation { loadCountryDatabase { loadedAt } }');
  expect((await ask('{ consentSettings { countryDatabaseLoadedAt } }')).consentSettings.countryDatabaseLoadedAt).toMatch(/^20\d\d-/);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { forcedRoles, gracePeriod, loginProtection, rolesWithEmail } from '../../src/domains/two-factor/two-factor.settings.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let whole: WholeSite;
beforeAll(async () => void (whole = await openWholeSite()));
afterAll(() => whole.close());

const fields = 'isEnabled emailRoles forcedRoles graceDays';
const change = (changes: object, as?: 'administrator' | 'editor') =>
  whole.graphql(
    `mutation($changes: TwoFactorSettingsChanges!) { updateTwoFactorSettings(changes: $changes) { twoFactorSettings { ${fields} } } }`,
    { changes },
    as,
  );

it('Administrators can read and change the settings of second factors', async () => {
  expect((await whole.graphql(`{ twoFactorSettings { ${fields} } }`, {}, 'administrator')).data.twoFactorSettings).toEqual({
    isEnabled: false,
    emailRoles: [],
    forcedRoles: [],
    graceDays: 10,
  });
  const { data, errors } = await change(
    { isEnabled: true, emailRoles: ['EDITOR', 'AUTHOR'], forcedRoles: ['EDITOR'], graceDays: 5 },
    'administrator',
  );
  expect(errors).toEqual([]);
  expect(data.updateTwoFactorSettings.twoFactorSettings).toEqual({
    isEnabled: true,
    emailRoles: ['EDITOR', 'AUTHOR'],
    forcedRoles: ['EDITOR'],
    graceDays: 5,
  });
  const { settings } = whole.site;
  expect([loginProtection, rolesWithEmail, forcedRoles, gracePeriod].map((one) => settings.get(one as never))).toEqual([
    true,
    ['editor', 'author'],
    ['editor'],
    5,
  ]);
  await change({ graceDays: null, forcedRoles: [] }, 'administrator');
  expect([settings.get(gracePeriod), settings.get(forcedRoles), settings.get(loginProtection)]).toEqual([10, [], true]);
});

it('Other users and invalid grace periods are refused in the settings of second factors', async () => {
  for (const as of [undefined, 'editor'] as const) {
    expect((await whole.graphql(`{ twoFactorSettings { ${fields} } }`, {}, as)).errors[0]?.extensions['code']).toBe('forbidden');
    expect((await change({ isEnabled: false }, as)).data?.updateTwoFactorSettings?.twoFactorSettings ?? null).toBeNull();
  }
  await change({ graceDays: 7 }, 'administrator');
  expect([whole.site.settings.get(gracePeriod), whole.site.settings.get(loginProtection)]).toEqual([10, true]);
});

const first = ['Introduction', 'What are cookies?', 'What are scripts?', 'What is a web beacon?', 'Cookies by kind', 'Placed cookies'];
const last = ['Enabling, disabling and deleting cookies', 'Your rights with respect to personal data', 'Contact details'];
const optIn = [...first, 'Consent', ...last];
const optOut = [...first, 'Your choice', ...last];

/** Titles of the cookie statement by region (cache-compliance-maps-2fa-theme.md 2.3). */
export const documentLists: [region: string, titles: string[]][] = [
  ['eu', optIn],
  ['uk', optIn],
  ['za', optIn],
  ['br', optIn],
  ['ca', optOut],
  ['au', optOut],
  ['us', [...first, 'Do not sell or share my personal information', ...last]],
];

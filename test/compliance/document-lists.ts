const firstParts = ['Introduction', 'What are cookies?', 'What are scripts?', 'What is a web beacon?', 'Cookies by kind', 'Placed cookies'];
const lastParts = ['Enabling, disabling and deleting cookies', 'Your rights with respect to personal data', 'Contact details'];
const optIn = [...firstParts, 'Consent', ...lastParts];
const optOut = [...firstParts, 'Your choice', ...lastParts];

/** Titles of the cookie statement by region (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.3). */
export const cookieStatementTitles: [region: string, titles: string[]][] = [
  ['eu', optIn],
  ['uk', optIn],
  ['za', optIn],
  ['br', optIn],
  ['ca', optOut],
  ['au', optOut],
  ['us', [...firstParts, 'Do not sell or share my personal information', ...lastParts]],
];

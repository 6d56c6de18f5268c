/** IDs of the checklist items for setting up the banner, in display order (docs/behaviour/consent-queue-product.md 6.1). */
export const checklistIds = [
  'install',
  'license',
  'get-pro',
  'save-settings',
  'privacy-policy',
  'operator-contact',
  'privacy-policy-mention-usage',
  'scanner',
  'add-cookie',
  'customize-banner',
  'add-blocker',
  'activate-banner',
  'legal-shortcodes',
  'view-stats',
] as const;

export type ChecklistId = (typeof checklistIds)[number];

/** Texts and link of an item. */
interface ChecklistText {
  title: string;
  description: string;
  /** URL, or path on this site, of the page on which an administrator completes the item. Null if no such page exists. */
  path: string | null;
  linkText: string | null;
  needsPro: boolean;
}

const declareItem = (
  title: string,
  description: string,
  path: string | null = null,
  linkText: string | null = null,
  needsPro = false,
): ChecklistText => ({
  title,
  description,
  path,
  linkText,
  needsPro,
});

/** Texts and links of the items. Administrators change the settings in GraphiQL (`/graphql`). */
const texts: Readonly<Record<ChecklistId, ChecklistText>> = {
  install: declareItem('Install the consent banner', 'The banner is a part of the site.'),
  license: declareItem('Activate the license', 'A license brings templates and support.', '/graphql', 'Activate'),
  'get-pro': declareItem('Get the paid edition', 'More designs and templates.', null, null, true),
  'save-settings': declareItem('Review the settings', 'Save them once to confirm that you have checked them.', '/graphql', 'Settings'),
  'privacy-policy': declareItem(
    'Link the privacy policy',
    'The banner links to it, so that visitors know what they consent to.',
    '/graphql',
    'Links',
  ),
  'operator-contact': declareItem(
    'Specify who operates the website',
    'Country, address, and one way to reach you.',
    '/graphql',
    'Settings',
  ),
  'privacy-policy-mention-usage': declareItem(
    'Mention the banner in the privacy policy',
    'Mention that consents are documented, and for how long.',
  ),
  scanner: declareItem('Scan the website', 'Finds what your pages load from other hosts.', '/graphql', 'Scan'),
  'add-cookie': declareItem(
    'Add a service',
    'Add every service that stores data in browsers or loads content from other hosts.',
    '/graphql',
    'Services',
  ),
  'customize-banner': declareItem('Customize the banner', 'Change its appearance and texts.', '/graphql', 'Design'),
  'add-blocker': declareItem(
    'Add a content blocker',
    'Embedded content waits until its service is accepted.',
    '/graphql',
    'Content blockers',
  ),
  'activate-banner': declareItem('Activate the banner', 'From then on, visitors are asked for their consent.', '/graphql', 'Settings'),
  'legal-shortcodes': declareItem(
    'Let visitors change their mind',
    'Every page must have links to change, view and withdraw consents.',
    '/graphql',
    'Menus',
  ),
  'view-stats': declareItem('Look at the statistics', 'See how many visitors accept which services.', '/graphql', 'Statistics', true),
};

export const checklistItems: readonly ({ id: ChecklistId } & ChecklistText)[] = checklistIds.map((id) => ({ id, ...texts[id] }));

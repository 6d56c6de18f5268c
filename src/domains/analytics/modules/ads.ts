import type { ModuleDefinition } from './module.ts';
import { isFilled, text } from './setting-fields.ts';

/** What advertisements lead to. */
export const ads: ModuleDefinition = {
  slug: 'ads',
  name: 'Ads',
  description: 'What visitors do who came by an advertisement.',
  homepage: 'https://ads.google.com',
  order: 10,
  connectedBy: ['conversionID'],
  scopes: [],
  tag: { pattern: /AW-\d+/, isEnabled: ({ conversionID }) => isFilled(conversionID) },
  settings: {
    conversionID: text('Number of the conversion, `AW-…`.', { ownership: true }),
    paxConversionID: text('The same for accounts made by the provider’s own assistant.', { ownership: true }),
    customerID: text('Number of the customer.', { ownership: true }),
    extCustomerID: text('Number of the customer outside.', { ownership: true }),
    formattedExtCustomerID: text('The same as people write it.'),
    userID: text('Number of the user there.', { ownership: true }),
    accountOverviewURL: text('Page of the account.'),
  },
};

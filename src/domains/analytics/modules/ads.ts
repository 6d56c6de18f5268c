import type { ModuleDefinition } from './module.ts';
import { isFilled, text } from './setting-fields.ts';

/** Module for conversions of advertisements. */
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
    paxConversionID: text('Conversion number of accounts that were created by the provider’s assistant.', { ownership: true }),
    customerID: text('Number of the customer.', { ownership: true }),
    extCustomerID: text('Number of the external customer account.', { ownership: true }),
    formattedExtCustomerID: text('The same number, formatted for reading.'),
    userID: text('Number of the user at the provider.', { ownership: true }),
    accountOverviewURL: text('Address of the account’s page at the provider.'),
  },
};

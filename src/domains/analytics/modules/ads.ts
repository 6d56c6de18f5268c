import type { ModuleDefinition } from './module.ts';
import { isFilled, text } from './setting-fields.ts';

/** Module that measures conversions of advertisements. */
export const ads: ModuleDefinition = {
  slug: 'ads',
  name: 'Ads',
  description: 'Conversions of visitors who came through an advertisement.',
  homepage: 'https://ads.google.com',
  order: 10,
  connectedBy: ['conversionID'],
  scopes: [],
  tag: { pattern: /AW-\d+/, isEnabled: ({ conversionID }) => isFilled(conversionID) },
  settings: {
    conversionID: text('ID of the conversion, such as `AW-…`.', { ownership: true }),
    paxConversionID: text('Conversion ID of accounts that the provider’s assistant created.', { ownership: true }),
    customerID: text('ID of the customer.', { ownership: true }),
    extCustomerID: text('ID of the external customer account.', { ownership: true }),
    formattedExtCustomerID: text('ID of the external customer account, formatted for display.'),
    userID: text('ID of the user at the provider.', { ownership: true }),
    accountOverviewURL: text('URL of the account’s page at the provider.'),
  },
};

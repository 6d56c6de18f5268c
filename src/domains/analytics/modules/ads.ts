import type { ModuleDefinition } from './module.ts';
import { isFilled, textField } from './setting-fields.ts';

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
    conversionID: textField('ID of the conversion, such as `AW-…`.', { ownership: true }),
    paxConversionID: textField('Conversion ID of accounts that the provider’s assistant created.', { ownership: true }),
    customerID: textField('ID of the customer.', { ownership: true }),
    extCustomerID: textField('ID of the external customer account.', { ownership: true }),
    formattedExtCustomerID: textField('ID of the external customer account, formatted for display.'),
    userID: textField('ID of the user at the provider.', { ownership: true }),
    accountOverviewURL: textField('URL of the account’s page at the provider.'),
  },
};

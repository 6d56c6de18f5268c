import type { ModuleDefinition } from './module.ts';
import { isFilled, stringField } from './setting-fields.ts';

/** Module that measures conversions of advertisements. */
export const ads: ModuleDefinition = {
  slug: 'ads',
  name: 'Ads',
  description: 'Conversions of visitors who came through an advertisement.',
  homepage: 'https://ads.google.com',
  order: 10,
  requiredSettings: ['conversionID'],
  scopes: [],
  tag: { pattern: /AW-\d+/, isEnabled: ({ conversionID }) => isFilled(conversionID) },
  settings: {
    conversionID: stringField('ID of the conversion, such as `AW-…`.', { ownership: true }),
    paxConversionID: stringField('Conversion ID of accounts that the provider’s assistant created.', { ownership: true }),
    customerID: stringField('ID of the customer.', { ownership: true }),
    extCustomerID: stringField('ID of the external customer account.', { ownership: true }),
    formattedExtCustomerID: stringField('ID of the external customer account, formatted for display.'),
    userID: stringField('ID of the user at the provider.', { ownership: true }),
    accountOverviewURL: stringField('URL of the account’s page at the provider.'),
  },
};

import { flag, moment, owner, type SettingFields, text, texts } from '../setting-fields.ts';

const LOGGED_IN = 'loggedinUsers';
const POSITIVE = /^[1-9]\d*$/;

/** Settings of the module, in the order in which they are published (analytics.md 6.4). */
export const analyticsSettings: SettingFields = {
  ownerID: owner(),
  accountID: text('ID of the account at the provider.', { ownership: true }),
  adsConversionID: text('ID of an advertising conversion.'),
  propertyID: text('ID of the property at the provider.', { ownership: true }),
  webDataStreamID: text('ID of the data stream of the property.', { ownership: true }),
  measurementID: text('Measurement ID of the data stream, such as `G-…`.', { ownership: true }),
  trackingDisabled: {
    ...texts('Kinds of users whose visits are not counted.', [LOGGED_IN], {
      put: (given) => (given.includes(LOGGED_IN) ? [LOGGED_IN] : given),
    }),
  },
  useSnippet: flag('Whether pages of the site contain the tag.', true),
  googleTagID: text('The tag, `GT-…`, `G-…` or `AW-…`.', { ownership: true, accepts: /^(G|GT|AW)-[A-Za-z0-9]+$/ }),
  googleTagAccountID: text('Account of the tag at the provider.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerID: text('Container of the tag.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerDestinationIDs: texts('Destinations of the container’s data; null = not fetched from the provider yet.', null),
  googleTagLastSyncedAtMs: moment('When the stored tag was last compared with the provider.', 'milliseconds'),
  availableCustomDimensions: texts(
    'Custom dimensions of the property that the site sends; null = not fetched from the provider yet.',
    null,
    {
      viewOnly: true,
      put: (given, prefix) => given.filter((name) => name.startsWith(`${prefix}_`)),
    },
  ),
  propertyCreateTime: moment('When the property was created.', 'milliseconds'),
  adSenseLinked: flag('Whether advertisements are linked to the property.', false, { viewOnly: true }),
  adSenseLinkedLastSyncedAt: moment('When the site last checked whether advertisements are linked to the property.', 'seconds'),
  adsConversionIDMigratedAtMs: moment('When the conversion ID was moved to the module for ads.', 'milliseconds'),
  adsLinked: flag('Whether Ads is linked to the property.'),
  adsLinkedLastSyncedAt: moment('When the site last checked whether Ads is linked to the property.', 'seconds'),
  detectedEvents: texts('Events that were detected in visits.', [], { viewOnly: true }),
  newConversionEventsLastUpdateAt: moment('When new conversion events were last found.', 'seconds', { viewOnly: true }),
  lostConversionEventsLastUpdateAt: moment('When some conversion events were last found missing.', 'seconds', { viewOnly: true }),
};

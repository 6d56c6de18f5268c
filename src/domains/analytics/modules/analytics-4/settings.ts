import { flag, integer, owner, type SettingFields, text, texts } from '../setting-fields.ts';

const LOGGED_IN = 'loggedinUsers';
const POSITIVE = /^[1-9]\d*$/;

/** Settings of the module, in published order (analytics.md 6.4). */
export const analyticsSettings: SettingFields = {
  ownerID: owner(),
  accountID: text('The account at the provider.', { ownership: true }),
  adsConversionID: text('Number of a conversion of advertisements.'),
  propertyID: text('The property at the provider.', { ownership: true }),
  webDataStreamID: text('The stream of the property.', { ownership: true }),
  measurementID: text('Number of the stream, `G-…`.', { ownership: true }),
  trackingDisabled: {
    ...texts('Who is not counted.', [LOGGED_IN], { put: (given) => (given.includes(LOGGED_IN) ? [LOGGED_IN] : given) }),
  },
  useSnippet: flag('Whether the site places the tag.', true),
  googleTagID: text('The tag, `GT-…`, `G-…` or `AW-…`.', { ownership: true, accepts: /^(G|GT|AW)-[A-Za-z0-9]+$/ }),
  googleTagAccountID: text('Account of the tag.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerID: text('Container of the tag.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerDestinationIDs: texts('Where the container sends what it counts; null = never read.', null),
  googleTagLastSyncedAtMs: integer('When the tag was last compared, milliseconds since 1970.'),
  availableCustomDimensions: texts('Dimensions of the property that the site fills; null = never read.', null, {
    viewOnly: true,
    put: (given, prefix) => given.filter((name) => name.startsWith(`${prefix}_`)),
  }),
  propertyCreateTime: integer('When the property was made, milliseconds since 1970.'),
  adSenseLinked: flag('Whether advertisements are linked to the property.', false, { viewOnly: true }),
  adSenseLinkedLastSyncedAt: integer('When that was last compared, Unix seconds.'),
  adsConversionIDMigratedAtMs: integer('When the conversion moved to its own module, milliseconds since 1970.'),
  adsLinked: flag('Whether Ads is linked to the property.'),
  adsLinkedLastSyncedAt: integer('When that was last compared, Unix seconds.'),
  detectedEvents: texts('Events that visitors caused.', [], { viewOnly: true }),
  newConversionEventsLastUpdateAt: integer('When new ones were found, Unix seconds.', 0, { viewOnly: true }),
  lostConversionEventsLastUpdateAt: integer('When some were no longer found, Unix seconds.', 0, { viewOnly: true }),
};

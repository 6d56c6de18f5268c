import { flag, moment, owner, type SettingFields, text, texts } from '../setting-fields.ts';

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
  googleTagLastSyncedAtMs: moment('When the tag was last compared.', 'milliseconds'),
  availableCustomDimensions: texts('Dimensions of the property that the site fills; null = never read.', null, {
    viewOnly: true,
    put: (given, prefix) => given.filter((name) => name.startsWith(`${prefix}_`)),
  }),
  propertyCreateTime: moment('When the property was made.', 'milliseconds'),
  adSenseLinked: flag('Whether advertisements are linked to the property.', false, { viewOnly: true }),
  adSenseLinkedLastSyncedAt: moment('When that was last compared.', 'seconds'),
  adsConversionIDMigratedAtMs: moment('When the conversion moved to its own module.', 'milliseconds'),
  adsLinked: flag('Whether Ads is linked to the property.'),
  adsLinkedLastSyncedAt: moment('When that was last compared.', 'seconds'),
  detectedEvents: texts('Events that visitors caused.', [], { viewOnly: true }),
  newConversionEventsLastUpdateAt: moment('When new ones were found.', 'seconds', { viewOnly: true }),
  lostConversionEventsLastUpdateAt: moment('When some were no longer found.', 'seconds', { viewOnly: true }),
};

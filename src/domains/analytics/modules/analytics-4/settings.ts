import { flag, timestamp, owner, type SettingFields, text, texts } from '../setting-fields.ts';

const LOGGED_IN = 'loggedinUsers';
const POSITIVE = /^[1-9]\d*$/;

/** Settings of the module, in the order in which they are published (analytics.md 6.4). */
export const analyticsSettings: SettingFields = {
  ownerID: owner(),
  accountID: text('ID of the account at the provider.', { ownership: true }),
  adsConversionID: text('Conversion ID of Ads, before it was moved to the Ads module.'),
  propertyID: text('ID of the property at the provider.', { ownership: true }),
  webDataStreamID: text('ID of the data stream of the property.', { ownership: true }),
  measurementID: text('Measurement ID of the data stream, such as `G-…`.', { ownership: true }),
  trackingDisabled: {
    ...texts('Kinds of users whose visits are not counted.', [LOGGED_IN], {
      normalize: (kinds) => (kinds.includes(LOGGED_IN) ? [LOGGED_IN] : kinds),
    }),
  },
  useSnippet: flag('Whether pages of the site contain the tag.', true),
  googleTagID: text('ID of the tag: `GT-…`, `G-…` or `AW-…`.', { ownership: true, accepts: /^(G|GT|AW)-[A-Za-z0-9]+$/ }),
  googleTagAccountID: text('ID of the tag’s account at the provider.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerID: text('ID of the tag’s container.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerDestinationIDs: texts(
    'IDs of the destinations to which the container sends data; null if they were not loaded from the provider yet.',
    null,
  ),
  googleTagLastSyncedAtMs: timestamp('Time at which the stored tag was last compared with the provider.', 'milliseconds'),
  availableCustomDimensions: texts(
    'Custom dimensions of the property that the site sends; null if they were not loaded from the provider yet.',
    null,
    {
      viewOnly: true,
      normalize: (names, prefix) => names.filter((name) => name.startsWith(`${prefix}_`)),
    },
  ),
  propertyCreateTime: timestamp('Time at which the property was created.', 'milliseconds'),
  adSenseLinked: flag('Whether AdSense is linked to the property.', false, { viewOnly: true }),
  adSenseLinkedLastSyncedAt: timestamp('Time at which the site last checked whether AdSense is linked to the property.', 'seconds'),
  adsConversionIDMigratedAtMs: timestamp('Time at which the conversion ID was moved to the Ads module.', 'milliseconds'),
  adsLinked: flag('Whether Ads is linked to the property.'),
  adsLinkedLastSyncedAt: timestamp('Time at which the site last checked whether Ads is linked to the property.', 'seconds'),
  detectedEvents: texts('Events that were detected in visits.', [], { viewOnly: true }),
  newConversionEventsLastUpdateAt: timestamp('Time at which new conversion events were last detected.', 'seconds', { viewOnly: true }),
  lostConversionEventsLastUpdateAt: timestamp('Time at which conversion events were last found to be missing.', 'seconds', {
    viewOnly: true,
  }),
};

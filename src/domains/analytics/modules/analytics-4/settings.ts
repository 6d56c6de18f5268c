import { flagField, timestampField, ownerField, type SettingFields, stringField, stringListField } from '../setting-fields.ts';

const LOGGED_IN = 'loggedinUsers';
const POSITIVE = /^[1-9]\d*$/;

/** Settings of the module, in the order in which they are published (docs/behaviour/analytics.md 6.4). */
export const analyticsSettings: SettingFields = {
  ownerID: ownerField(),
  accountID: stringField('ID of the account at the provider.', { ownership: true }),
  adsConversionID: stringField('Conversion ID of Ads, before it was moved to the Ads module.'),
  propertyID: stringField('ID of the property at the provider.', { ownership: true }),
  webDataStreamID: stringField('ID of the data stream of the property.', { ownership: true }),
  measurementID: stringField('Measurement ID of the data stream, such as `G-…`.', { ownership: true }),
  trackingDisabled: {
    ...stringListField('Kinds of users whose visits are not counted.', [LOGGED_IN], {
      normalize: (kinds) => (kinds.includes(LOGGED_IN) ? [LOGGED_IN] : kinds),
    }),
  },
  useSnippet: flagField('Whether pages of the site contain the tag.', true),
  googleTagID: stringField('ID of the tag: `GT-…`, `G-…` or `AW-…`.', { ownership: true, accepts: /^(G|GT|AW)-[A-Za-z0-9]+$/ }),
  googleTagAccountID: stringField('ID of the tag’s account at the provider.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerID: stringField('ID of the tag’s container.', { ownership: true, accepts: POSITIVE }),
  googleTagContainerDestinationIDs: stringListField(
    'IDs of the destinations to which the container sends data; null if they were not loaded from the provider yet.',
    null,
  ),
  googleTagLastSyncedAtMs: timestampField('Time at which the stored tag was last compared with the provider.', 'milliseconds'),
  availableCustomDimensions: stringListField(
    'Custom dimensions of the property that the site sends; null if they were not loaded from the provider yet.',
    null,
    {
      viewOnly: true,
      normalize: (names, prefix) => names.filter((name) => name.startsWith(`${prefix}_`)),
    },
  ),
  propertyCreateTime: timestampField('Time at which the property was created.', 'milliseconds'),
  adSenseLinked: flagField('Whether AdSense is linked to the property.', false, { viewOnly: true }),
  adSenseLinkedLastSyncedAt: timestampField('Time at which the site last checked whether AdSense is linked to the property.', 'seconds'),
  adsConversionIDMigratedAtMs: timestampField('Time at which the conversion ID was moved to the Ads module.', 'milliseconds'),
  adsLinked: flagField('Whether Ads is linked to the property.'),
  adsLinkedLastSyncedAt: timestampField('Time at which the site last checked whether Ads is linked to the property.', 'seconds'),
  detectedEvents: stringListField('Events that were detected in visits.', [], { viewOnly: true }),
  newConversionEventsLastUpdateAt: timestampField('Time at which new conversion events were last detected.', 'seconds', { viewOnly: true }),
  lostConversionEventsLastUpdateAt: timestampField('Time at which conversion events were last found to be missing.', 'seconds', {
    viewOnly: true,
  }),
};

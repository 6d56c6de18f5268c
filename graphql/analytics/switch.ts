import { builder } from '../builder.ts';

/** GraphQL type of a feature that is on or off for the whole site. */
export const AnalyticsSwitch = builder.objectRef<{ isEnabled: boolean }>('AnalyticsSwitch').implement({
  description: 'A feature that is on or off for the site.',
  fields: (t) => ({ isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether the feature is on.' }) }),
});

import { refused } from '#app/core/failure.ts';
import { guard } from '../access.ts';

/** For those who look after privacy. */
export const forPrivacyManagers = guard((_args: object, { viewer }) => {
  if (!viewer.can('manage_privacy')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to look after privacy here.');
});

import type { EnumDefinition } from '../public/public-mapping.ts';

export const speeds: EnumDefinition = {
  name: 'AnalyticsSpeedCategory',
  description: 'Speed of a page for its visitors.',
  values: { FAST: 'Faster than most pages.', AVERAGE: 'About as fast as other pages.', SLOW: 'Slower than most pages.' },
};

export const notificationStates: EnumDefinition = {
  name: 'AnalyticsNotificationState',
  description: 'How a user reacted to a notification.',
  values: { accepted: 'The user followed the link of the notification.', dismissed: 'The user dismissed the notification.' },
};

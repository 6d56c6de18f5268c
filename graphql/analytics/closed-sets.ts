import type { ClosedSet } from '../public/public-mapping.ts';

export const speeds: ClosedSet = {
  name: 'AnalyticsSpeedCategory',
  description: 'How fast a page is for visitors.',
  values: { FAST: 'Faster than most.', AVERAGE: 'About as fast as others.', SLOW: 'Slower than most.' },
};

export const notificationStates: ClosedSet = {
  name: 'AnalyticsNotificationState',
  description: 'What was done with a notification.',
  values: { accepted: 'It was followed.', dismissed: 'It was put away.' },
};

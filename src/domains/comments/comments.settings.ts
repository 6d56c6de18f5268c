import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const visitorsMayComment = setting(
  'visitors_may_comment',
  z.boolean(),
  false,
  'Whether people who are not signed in may comment. Their comments wait for approval.',
);

export const secondsBetweenComments = setting(
  'seconds_between_comments',
  z.number().int().min(0).max(3600),
  0,
  'Minimum seconds between two comments of the same account, IP address or email address, such as 15; 0 means no limit. Moderators are exempt.',
);

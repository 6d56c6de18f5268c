import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const visitorsMayComment = setting(
  'visitors_may_comment',
  z.boolean(),
  false,
  'Whether people who are not signed in may comment; their comments wait for approval.',
);

export const secondsBetweenComments = setting(
  'seconds_between_comments',
  z.number().int().min(0).max(3600),
  0,
  'Seconds that someone who does not moderate waits between two comments, by account, network address or mail address, such as 15; 0 = none.',
);

export const commentSettings = [visitorsMayComment, secondsBetweenComments];

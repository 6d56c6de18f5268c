import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const visitorsMayComment = setting(
  'visitors_may_comment',
  z.boolean(),
  false,
  'Whether people who are not signed in may comment; their comments wait for approval.',
);

export const commentSettings = [visitorsMayComment];

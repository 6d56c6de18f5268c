import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const revisionsToKeep = setting(
  'revisions_to_keep',
  z.number().int().min(0).max(100_000),
  0,
  'How many revisions of each content are kept, the newest ones; 0 = all. What is too many goes at night.',
);
export const revisionKeptDays = setting(
  'revision_kept_days',
  z.number().int().min(0).max(36_600),
  0,
  'How many days revisions are kept; 0 = for ever. The newest of each content always stays.',
);

export const contentSettings = [revisionsToKeep, revisionKeptDays];

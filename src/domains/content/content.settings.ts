import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const revisionsToKeep = setting(
  'revisions_to_keep',
  z.number().int().min(0).max(100_000),
  0,
  'Number of newest revisions that are stored for each content item; 0 means all. A nightly job deletes the others.',
);
export const revisionRetentionDays = setting(
  'revision_kept_days',
  z.number().int().min(0).max(36_600),
  0,
  'Days for which revisions are stored; 0 means forever. The newest revision of a content item is never deleted.',
);

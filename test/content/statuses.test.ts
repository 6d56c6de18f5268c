import { describe, expect, it } from 'vitest';
import { expandStatuses, normalizeStatuses } from '../../src/domains/content/list.access.ts';
import {
  anyStatuses,
  isDateFloating,
  filterStatuses,
  isPublicStatus,
  needsPublishRight,
  writableStatuses,
} from '../../src/domains/content/statuses.ts';

describe('Statuses', () => {
  it('for filters are the statuses of the published API', () => {
    expect(filterStatuses).toEqual([
      'publish',
      'future',
      'draft',
      'pending',
      'private',
      'trash',
      'auto-draft',
      'inherit',
      'request-pending',
      'request-confirmed',
      'request-failed',
      'request-completed',
      'tribe-ea-success',
      'tribe-ea-failed',
      'tribe-ea-schedule',
      'tribe-ea-pending',
      'tribe-ea-draft',
      'tribe-ignored',
      'email_sent',
      'email_failed',
      'email_scheduled',
      'any',
    ]);
  });

  it('for writing are the statuses of the published API', () => {
    expect(writableStatuses).toEqual([
      'publish',
      'future',
      'draft',
      'pending',
      'private',
      'tribe-ea-success',
      'tribe-ea-failed',
      'tribe-ea-schedule',
      'tribe-ea-pending',
      'tribe-ea-draft',
      'tribe-ignored',
    ]);
  });

  it.each([
    ['publish', true, false, true],
    ['future', false, false, true],
    ['private', false, false, true],
    ['draft', false, true, false],
    ['pending', false, true, false],
    ['auto-draft', false, true, false],
    ['trash', false, false, false],
    ['nonsense', false, false, false],
  ])('%s: public %s, floating date %s, needs publish permission %s', (status, isPublic, hasFloatingDate, needsPermission) => {
    expect([isPublicStatus(status), isDateFloating(status), needsPublishRight(status)]).toEqual([
      isPublic,
      hasFloatingDate,
      needsPermission,
    ]);
  });

  it('of `any` exclude the trash, automatic drafts and mail', () => {
    for (const status of ['trash', 'auto-draft', 'email_sent']) expect(anyStatuses).not.toContain(status);
    expect(expandStatuses(['any', 'trash', 'draft'])).toEqual([...anyStatuses, 'trash']);
  });

  it('are parsed as slugs, with `publish` as default', () => {
    expect(normalizeStatuses(undefined)).toEqual(['publish']);
    expect(normalizeStatuses([''])).toEqual(['publish']);
    expect(normalizeStatuses(['Draft', 'email_sent', 'draft'])).toEqual(['draft', 'email_sent']);
  });
});

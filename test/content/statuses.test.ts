import { describe, expect, it } from 'vitest';
import { realStatuses, statusWords } from '../../src/domains/content/list.access.ts';
import {
  anyStatuses,
  dateFloats,
  filterStatuses,
  isPublicStatus,
  needsPublishRight,
  writableStatuses,
} from '../../src/domains/content/statuses.ts';

describe('Statuses', () => {
  it('for filters are the published ones', () => {
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

  it('for writing are the published ones', () => {
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
  ])('%s: public %s, floating date %s, needs publish permission %s', (status, isPublic, floats, needsRight) => {
    expect([isPublicStatus(status), dateFloats(status), needsPublishRight(status)]).toEqual([isPublic, floats, needsRight]);
  });

  it('of `any` exclude the trash, automatic drafts and mail', () => {
    for (const status of ['trash', 'auto-draft', 'email_sent']) expect(anyStatuses).not.toContain(status);
    expect(realStatuses(['any', 'trash', 'draft'])).toEqual([...anyStatuses, 'trash']);
  });

  it('are parsed as slugs, with `publish` as default', () => {
    expect(statusWords(undefined)).toEqual(['publish']);
    expect(statusWords([''])).toEqual(['publish']);
    expect(statusWords(['Draft', 'email_sent', 'draft'])).toEqual(['draft', 'email_sent']);
  });
});

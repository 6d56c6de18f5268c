import { nowUntil } from '#app/core/time/clock.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { type UserConditions, userConditions, userOrder } from './user.conditions.ts';
import { userAnswer, userColumns, type UserRecord } from './user.record.ts';

/** Users in order of their shown names, as a list that is read from a place on. */
export function userKeyset(query: UserConditions): KeysetList<UserRecord> {
  return {
    table: 'user_account u',
    alias: 'u',
    columns: (add) => userColumns(add(nowUntil('schedule'))),
    where: (add) => userConditions(query, add),
    keys: (add) => userOrder({}, add),
    read: userAnswer.read,
    nameOf: () => undefined,
  };
}

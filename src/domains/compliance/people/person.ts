import { randomBytes } from 'node:crypto';
import { findAddressHint, createAddressPattern } from '#app/core/personal-data/address-pattern.ts';
import type { Person, TableData } from '#app/core/personal-data/declaration.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { isEmail } from '../../identity/users/user.rules.ts';

const selectAccounts = statement(
  'accounts_of_address',
  'SELECT id FROM user_account WHERE lower(email) = $1 OR lower(login) = $1',
  rowShape({ id: 'int' }),
);

/** Returns the person with an email address, even if no account has this address. Throws `invalid_arguments` for an invalid address. */
export async function findPerson(site: Site, input: string): Promise<Person> {
  const address = input.trim().toLowerCase();
  if (!isEmail(address)) throw invalidArguments({ address: 'Invalid email address.' });
  const accounts = await site.db.rows(selectAccounts, [address]);
  return {
    address,
    userIds: accounts.map(({ id }) => id),
    pattern: createAddressPattern(address),
    hint: findAddressHint(address),
    replacementAddress: `erased-${randomBytes(6).toString('hex')}@example.invalid`,
  };
}

/** Returns the declarations of personal data of all domains, by table. Each table precedes the tables that it references. */
export function listDeclaredTables(site: Site): [table: string, data: TableData<Site>][] {
  return site.domains.toReversed().flatMap(({ personalData }) => Object.entries(personalData ?? {}));
}

/** Returns the parameters $1 to $3 of `buildPersonCondition`. */
export const listPersonParameters = ({ address, userIds, pattern }: Person): unknown[] => [address, [...userIds], pattern];

/** Extends a condition of a domain so that it uses all parameters of `listPersonParameters`, because PostgreSQL must know the type of each. */
export const buildPersonCondition = (condition: string): string =>
  `($1::text IS NOT NULL AND $2::int[] IS NOT NULL AND $3::text IS NOT NULL AND (${condition}))`;

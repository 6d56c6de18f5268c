import type { Role as RoleName } from '#app/domains/identity/auth/roles.ts';
import { builder } from '../builder.ts';
import { valuesNamed } from '../named-fields.ts';
import type { ClosedSet } from '../public/public-mapping.ts';

const meaning: Record<RoleName, string> = {
  administrator: 'May do everything, including users and settings.',
  editor: 'Writes and publishes content, also of other users.',
  author: 'Writes and publishes own content.',
  contributor: 'Writes drafts of own content.',
  subscriber: 'Users who only read.',
};

const description = 'Role of a user; each user has one.';

/** Role of a user. REST uses lower case. */
export const Role = builder.enumType('Role', { description, values: valuesNamed(meaning) });

/** The same values, for texts that store a role. */
export const roles: ClosedSet = { name: 'Role', description, values: meaning };

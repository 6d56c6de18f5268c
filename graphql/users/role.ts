import type { Role as RoleName } from '#app/domains/identity/auth/roles.ts';
import { builder } from '../builder.ts';
import { createEnumValues } from '../named-fields.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

const descriptions: Record<RoleName, string> = {
  administrator: 'May do everything, including users and settings.',
  editor: 'May write and publish content, including that of other users.',
  author: 'May write and publish their own content.',
  contributor: 'May write drafts of their own content.',
  subscriber: 'May only read.',
};

const description = 'Role of a user; each user has exactly one role.';

/** Role of a user. REST uses lower case. */
export const Role = builder.enumType('Role', { description, values: createEnumValues(descriptions) });

/** The values of `Role`, for fields that hold a role as a string. */
export const roles: EnumDefinition = { name: 'Role', description, values: descriptions };

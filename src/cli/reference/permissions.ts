import type { GraphQLField } from 'graphql';
import { type AccessRule, publicAccess } from '#graphql/access.ts';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';
import { roles } from '../../domains/identity/auth/roles.ts';
import { anonymous, type Viewer, createViewer } from '../../domains/identity/auth/viewer.ts';

/** Placeholder for stored data. It throws when a rule reads it. */
const storedData: unknown = new Proxy(() => {}, {
  get() {
    throw new Error('This rule needs stored data.');
  },
});

const viewers: readonly Viewer[] = [
  anonymous,
  ...[...roles]
    .reverse()
    .map((role) => createViewer({ id: 1, login: role, email: '', displayName: role, role, extraCapabilities: {} }, 'password')),
];

type Outcome = 'allowed' | 'denied' | 'depends';

async function testRule(viewer: Viewer, rule: AccessRule<never>): Promise<Outcome> {
  try {
    await rule({} as never, { viewer, site: storedData, load: storedData, client: storedData, cookies: storedData } as Context);
    return 'allowed';
  } catch (error) {
    return error instanceof Failure && (error.status === 401 || error.status === 403) ? 'denied' : 'depends';
  }
}

/** Describes who may use a root field. If the field declares no permission, calls its rule for each role, without arguments. */
export async function describePermission(field: GraphQLField<unknown, unknown>): Promise<string> {
  const { access: rule, permission } = field.extensions;
  if (rule === undefined) return 'anyone; each field has its own permission';
  if (permission !== undefined) return `${permission.charAt(0).toLowerCase()}${permission.slice(1).replace(/\.$/, '')}`;
  if (rule === publicAccess.extensions.access) return 'everyone';
  const outcomes = await Promise.all(viewers.map(async (viewer) => await testRule(viewer, rule)));
  if (outcomes.includes('depends')) return outcomes[0] === 'denied' ? 'signed-in users, depending on the object' : 'depends on the object';
  if (outcomes[0] === 'allowed') return 'everyone; some arguments require more';
  const allowedRoles = roles.filter((_role, n) => outcomes[viewers.length - 1 - n] === 'allowed');
  if (allowedRoles.length === roles.length) return 'every signed-in user';
  if (allowedRoles.length === 0) return 'users with an individually granted capability';
  return `${allowedRoles.map((role) => `${role}s`).join(', ')}`;
}

import type { GraphQLField } from 'graphql';
import { type AccessRule, everybody } from '#graphql/access.ts';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';
import { roles } from '../../domains/identity/auth/roles.ts';
import { anonymous, type Viewer, createViewer } from '../../domains/identity/auth/viewer.ts';

/** Placeholder for data that a rule would have to read. */
const unread: unknown = new Proxy(() => {}, {
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

type Outcome = 'may' | 'not' | 'depends';

async function testRule(viewer: Viewer, rule: AccessRule<never>): Promise<Outcome> {
  try {
    await rule({} as never, { viewer, site: unread, load: unread, client: unread, cookies: unread } as Context);
    return 'may';
  } catch (error) {
    return error instanceof Failure && (error.status === 401 || error.status === 403) ? 'not' : 'depends';
  }
}

/** Describes who may use a root field. Without a declared permission, calls the rule for each role without arguments. */
export async function describePermission(field: GraphQLField<unknown, unknown>): Promise<string> {
  const { access: rule, permission } = field.extensions;
  if (rule === undefined) return 'anyone; each field has its own permission';
  if (permission !== undefined) return `${permission.charAt(0).toLowerCase()}${permission.slice(1).replace(/\.$/, '')}`;
  if (rule === everybody.extensions.access) return 'everyone';
  const outcomes = await Promise.all(viewers.map(async (viewer) => await testRule(viewer, rule)));
  if (outcomes.includes('depends')) return outcomes[0] === 'not' ? 'signed-in users, depending on the object' : 'depends on the object';
  if (outcomes[0] === 'may') return 'everyone; some arguments require more';
  const may = roles.filter((_role, n) => outcomes[viewers.length - 1 - n] === 'may');
  if (may.length === roles.length) return 'every signed-in user';
  if (may.length === 0) return 'users with an individually granted capability';
  return `${may.map((role) => `${role}s`).join(', ')}`;
}

import type { Site } from '#app/site.ts';
import { capabilitiesByRole } from '#app/domains/identity/auth/roles.ts';
import { toRole } from '#app/domains/identity/users/user.record.ts';
import type { ConnectorState } from '../access/actor.ts';
import type { ModuleDefinition } from './module.ts';

/** An owner of modules. */
export interface Owner {
  id: number;
  login: string;
  /** True if the owner may still connect an account and has connected one. */
  isUsable: boolean;
}

/** Loads the owners of modules by user ID, with one statement. Omits unknown IDs. */
export async function loadOwners(site: Site, ids: readonly number[]): Promise<Map<number, Owner>> {
  const validIds = [...new Set(ids)].filter((id) => id > 0);
  if (validIds.length === 0) return new Map();
  const users = await site.db.prisma.user.findMany({
    where: { id: { in: validIds } },
    select: { id: true, login: true, role: true, analyticsToken: { select: { userId: true } } },
  });
  return new Map(
    users.map(({ id, login, role, analyticsToken }) => {
      const canConnect = capabilitiesByRole[toRole(role)].has('manage_options');
      return [id, { id, login, isUsable: canConnect && analyticsToken !== null }];
    }),
  );
}

/** True if the module is connected and can be shared. */
export function isShareable(state: ConnectorState, module: ModuleDefinition): boolean {
  return module.hasOwner === true && module.sharedDatapoint !== undefined && state.isConnected(module.slug);
}

/** True if the module is shared, but the token of its owner cannot be used. */
export function isRecoverable(state: ConnectorState, { slug }: ModuleDefinition, owners: ReadonlyMap<number, Owner>): boolean {
  return state.getSharing(slug).sharedRoles.length > 0 && owners.get(state.getOwnerId(slug))?.isUsable !== true;
}

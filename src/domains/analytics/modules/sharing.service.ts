import { isDeepStrictEqual } from 'node:util';
import { capabilitiesOf, type Role, roles } from '#app/domains/identity/auth/roles.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { moduleCapabilities } from '../access/capabilities.ts';
import { moduleFactsOf } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';
import { isRecord, type Json } from '../json.ts';
import { loadState } from '../state.ts';
import type { ConnectorState, Sharing } from '../access/actor.ts';
import { findModule, moduleOf, registry } from './registry.ts';
import { keepSettings, lockSettings } from './settings.service.ts';

/** Roles with which a module can be shared: all with `edit_posts`. */
const shareableRoles: readonly Role[] = roles.filter((role) => capabilitiesOf[role].has('edit_posts'));

/** Requested change of one module's sharing. */
export interface SharingChange {
  slug: string;
  sharedRoles?: readonly string[] | null | undefined;
  management?: string | null | undefined;
}

/** Result of a change of sharing. */
export interface SharingOutcome {
  sharing: readonly Sharing[];
  /** Modules that have a new owner. */
  newOwners: { slug: string; ownerId: number }[];
}

/** Parses changes of a REST request: an object by module slug. Ignores unknown modules and invalid changes. */
export function readChanges(sent: Json): SharingChange[] {
  return Object.entries(sent).flatMap(([slug, said]): SharingChange[] => {
    if (!findModule(slug) || !isRecord(said)) return [];
    const { sharedRoles, management } = said;
    return [
      {
        slug,
        ...(Array.isArray(sharedRoles) && { sharedRoles: (sharedRoles as unknown[]).filter((one) => typeof one === 'string') }),
        ...(typeof management === 'string' && { management }),
      },
    ];
  });
}

/** Returns the parts of a change that the viewer may make, or null. */
function allowed(viewer: Viewer, { facts, state }: Actor, { slug, sharedRoles, management }: SharingChange): SharingChange | null {
  const module = moduleFactsOf(viewer, state, slug);
  const given = sharedRoles && moduleCapabilities.manage_module_sharing_options(facts, module) ? sharedRoles : null;
  const managed =
    typeof management === 'string' && moduleCapabilities.delegate_module_sharing_management(facts, module) ? management : null;
  return given === null && managed === null ? null : { slug, sharedRoles: given, management: managed };
}

async function keep(tx: Tx, viewer: Viewer, state: ConnectorState, { slug, sharedRoles, management }: SharingChange): Promise<boolean> {
  const module = moduleOf(slug);
  const settings = await lockSettings(tx, module);
  const select = { isSharingSaved: true, sharedRoles: true, sharingManagement: true } as const;
  const before = await tx.analyticsModule.findUniqueOrThrow({ where: { slug }, select });
  const after = await tx.analyticsModule.update({
    where: { slug },
    data: {
      isSharingSaved: true,
      ...(sharedRoles && { sharedRoles: [...new Set(sharedRoles)].filter((one) => (shareableRoles as readonly string[]).includes(one)) }),
      ...(typeof management === 'string' && { sharingManagement: management === 'all_admins' ? 'all_admins' : 'owner' }),
    },
    select,
  });
  // an unchanged value does not change the owner
  if (isDeepStrictEqual(before, after)) return false;
  const takesOver = module.hasOwner === true && module.hasServiceEntity !== true && module.sharedDatapoint !== undefined;
  if (!takesOver || state.ownerOf(slug) === viewer.id) return false;
  await keepSettings(tx, slug, { ...settings, ownerID: viewer.id });
  return true;
}

/** Changes the sharing of modules for the viewer. Ignores parts that they may not change. Given lists replace stored ones (analytics.md 6.7). */
export async function changeSharing(site: Site, viewer: Viewer, actor: Actor, changes: readonly SharingChange[]): Promise<SharingOutcome> {
  return await site.db.transaction(async (tx) => {
    const newOwners: SharingOutcome['newOwners'] = [];
    // always in the same order, to avoid deadlocks between concurrent changes
    const bySlug = new Map(changes.map((one) => [one.slug, one]));
    for (const { slug } of registry) {
      const change = bySlug.get(slug);
      const mine = change && allowed(viewer, actor, change);
      if (mine && (await keep(tx, viewer, actor.state, mine))) newOwners.push({ slug, ownerId: viewer.id });
    }
    return { sharing: (await loadState(site, tx)).sharing, newOwners };
  });
}

/** Deletes all stored sharing. Returns true if any was stored. */
export async function resetSharing(site: Site): Promise<boolean> {
  const { count } = await site.db.prisma.analyticsModule.updateMany({
    where: { isSharingSaved: true },
    data: { isSharingSaved: false, sharedRoles: [], sharingManagement: null },
  });
  return count > 0;
}

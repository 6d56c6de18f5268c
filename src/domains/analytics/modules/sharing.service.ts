import { isDeepStrictEqual } from 'node:util';
import { capabilitiesByRole, type Role, roles } from '#app/domains/identity/auth/roles.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { moduleCapabilities } from '../access/capabilities.ts';
import { getModuleFacts } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';
import { isRecord, type Json } from '../json.ts';
import { loadState } from '../state.ts';
import type { ConnectorState, Sharing } from '../access/actor.ts';
import { findModule, getModule, registry } from './registry.ts';
import { storeSettings, lockSettings } from './settings.service.ts';

/** Roles with which a module can be shared: all roles with the capability `edit_posts`. */
const shareableRoles: readonly Role[] = roles.filter((role) => capabilitiesByRole[role].has('edit_posts'));

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

/** Parses changes in a REST request: an object with module slugs as keys. Ignores unknown modules and invalid changes. */
export function parseChanges(input: Json): SharingChange[] {
  return Object.entries(input).flatMap(([slug, change]): SharingChange[] => {
    if (!findModule(slug) || !isRecord(change)) return [];
    const { sharedRoles, management } = change;
    return [
      {
        slug,
        ...(Array.isArray(sharedRoles) && { sharedRoles: (sharedRoles as unknown[]).filter((role) => typeof role === 'string') }),
        ...(typeof management === 'string' && { management }),
      },
    ];
  });
}

/** Returns the part of a change that the viewer may make. Null if the viewer may not change anything. */
function limitToAllowed(viewer: Viewer, { facts, state }: Actor, { slug, sharedRoles, management }: SharingChange): SharingChange | null {
  const module = getModuleFacts(viewer, state, slug);
  const allowedRoles = sharedRoles && moduleCapabilities.manage_module_sharing_options(facts, module) ? sharedRoles : null;
  const allowedManagement =
    typeof management === 'string' && moduleCapabilities.delegate_module_sharing_management(facts, module) ? management : null;
  return allowedRoles === null && allowedManagement === null ? null : { slug, sharedRoles: allowedRoles, management: allowedManagement };
}

async function storeSharing(
  tx: Tx,
  viewer: Viewer,
  state: ConnectorState,
  { slug, sharedRoles, management }: SharingChange,
): Promise<boolean> {
  const module = getModule(slug);
  const settings = await lockSettings(tx, module);
  const select = { isSharingSaved: true, sharedRoles: true, sharingManagement: true } as const;
  const before = await tx.analyticsModule.findUniqueOrThrow({ where: { slug }, select });
  const after = await tx.analyticsModule.update({
    where: { slug },
    data: {
      isSharingSaved: true,
      ...(sharedRoles && { sharedRoles: [...new Set(sharedRoles)].filter((role) => (shareableRoles as readonly string[]).includes(role)) }),
      ...(typeof management === 'string' && { sharingManagement: management === 'all_admins' ? 'all_admins' : 'owner' }),
    },
    select,
  });
  // the owner stays the same if no value has changed
  if (isDeepStrictEqual(before, after)) return false;
  const changesOwner = module.hasOwner === true && module.hasServiceEntity !== true && module.sharedDatapoint !== undefined;
  if (!changesOwner || state.getOwnerId(slug) === viewer.id) return false;
  await storeSettings(tx, slug, { ...settings, ownerID: viewer.id });
  return true;
}

/** Makes those changes to the sharing of modules that the viewer may make. Lists replace stored lists (docs/behaviour/analytics.md 6.7). */
export async function changeSharing(site: Site, viewer: Viewer, actor: Actor, changes: readonly SharingChange[]): Promise<SharingOutcome> {
  return await site.db.transaction(async (tx) => {
    const newOwners: SharingOutcome['newOwners'] = [];
    // always in the same order, to avoid deadlocks between concurrent changes
    const bySlug = new Map(changes.map((change) => [change.slug, change]));
    for (const { slug } of registry) {
      const change = bySlug.get(slug);
      const allowed = change && limitToAllowed(viewer, actor, change);
      if (allowed && (await storeSharing(tx, viewer, actor.state, allowed))) newOwners.push({ slug, ownerId: viewer.id });
    }
    return { sharing: (await loadState(site, tx)).sharing, newOwners };
  });
}

/** Deletes the stored sharing of all modules. Returns true if any was stored. */
export async function resetSharing(site: Site): Promise<boolean> {
  const { count } = await site.db.prisma.analyticsModule.updateMany({
    where: { isSharingSaved: true },
    data: { isSharingSaved: false, sharedRoles: [], sharingManagement: null },
  });
  return count > 0;
}

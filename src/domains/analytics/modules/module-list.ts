import type { Site } from '#app/site.ts';
import type { ConnectorState } from '../access/actor.ts';
import { dependantsOf, moduleOf, registry } from './registry.ts';
import type { ModuleDefinition } from './module.ts';
import { isRecoverable, isShareable, loadOwners, type Owner } from './ownership.ts';

/** A module with its state on this site. */
export interface ModuleView {
  definition: ModuleDefinition;
  isActive: boolean;
  isConnected: boolean;
  isShareable: boolean;
  isRecoverable: boolean;
  dependants: string[];
  owner: Owner | null;
  state: ConnectorState;
}

function viewOf(state: ConnectorState, definition: ModuleDefinition, owners: ReadonlyMap<number, Owner>): ModuleView {
  const { slug } = definition;
  return {
    definition,
    state,
    isActive: state.isActive(slug),
    isConnected: state.isConnected(slug),
    isShareable: isShareable(state, definition),
    isRecoverable: isRecoverable(state, definition, owners),
    dependants: dependantsOf(slug),
    owner: owners.get(state.ownerOf(slug)) ?? null,
  };
}

const listed = registry.filter(({ isUnlisted }) => isUnlisted !== true);

/** Lists the modules in their published order. */
export async function listModules(site: Site, state: ConnectorState): Promise<ModuleView[]> {
  const owners = await loadOwners(
    site,
    listed.map(({ slug }) => state.ownerOf(slug)),
  );
  return listed.map((definition) => viewOf(state, definition, owners));
}

/** Returns one module. Throws `invalid_module_slug`. */
export async function viewModule(site: Site, state: ConnectorState, slug: string): Promise<ModuleView> {
  const definition = moduleOf(slug);
  return viewOf(state, definition, await loadOwners(site, [state.ownerOf(slug)]));
}

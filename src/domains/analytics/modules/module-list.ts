import type { Site } from '#app/site.ts';
import type { ConnectorState } from '../access/actor.ts';
import { listDependants, getModule, registry } from './registry.ts';
import type { ModuleDefinition } from './module.ts';
import { isRecoverable, isShareable, loadOwners, type Owner } from './ownership.ts';

/** A module and its state on this site. */
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

function toModuleView(state: ConnectorState, definition: ModuleDefinition, owners: ReadonlyMap<number, Owner>): ModuleView {
  const { slug } = definition;
  return {
    definition,
    state,
    isActive: state.isActive(slug),
    isConnected: state.isConnected(slug),
    isShareable: isShareable(state, definition),
    isRecoverable: isRecoverable(state, definition, owners),
    dependants: listDependants(slug),
    owner: owners.get(state.getOwnerId(slug)) ?? null,
  };
}

const listedModules = registry.filter(({ isUnlisted }) => isUnlisted !== true);

/** Lists the modules in their published order. */
export async function listModules(site: Site, state: ConnectorState): Promise<ModuleView[]> {
  const owners = await loadOwners(
    site,
    listedModules.map(({ slug }) => state.getOwnerId(slug)),
  );
  return listedModules.map((definition) => toModuleView(state, definition, owners));
}

/** Returns one module. Throws `invalid_module_slug`. */
export async function getModuleView(site: Site, state: ConnectorState, slug: string): Promise<ModuleView> {
  const definition = getModule(slug);
  return toModuleView(state, definition, await loadOwners(site, [state.getOwnerId(slug)]));
}

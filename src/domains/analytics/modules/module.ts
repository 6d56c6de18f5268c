import type { Site } from '#app/site.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { DatapointCall, Datapoints } from './datapoint.ts';
import type { SettingFields, SettingValues } from './setting-fields.ts';

/** Changed settings of a module, and functions for their side effects in the same transaction. */
export interface ModuleEffects {
  site: Site;
  tx: Tx;
  before: SettingValues;
  after: SettingValues;
  /** Changes settings of another module, if it has any stored. */
  patchModule(slug: string, changes: SettingValues): Promise<void>;
}

/** Definition of one module, which connects one product of the provider (analytics.md 6.1). */
export interface ModuleDefinition {
  slug: string;
  name: string;
  description: string;
  /** URL, or a path of this site. */
  homepage: string;
  /** Position in lists. Modules with the same position keep the order of the registry. */
  order: number;
  /** True for a module that only other modules use. Clients do not see it. */
  isInternal?: boolean;
  /** True for a module that clients can call although lists omit it (analytics.md 6.1). */
  isUnlisted?: boolean;
  /** True if the module is always active. */
  isForced?: boolean;
  /** Slugs of modules that must be active. */
  dependencies?: readonly string[];
  /** Settings that must be filled, or true, before the module is connected. Absent: always connected. */
  connectedBy?: readonly string[];
  /** Scopes without their base, except `openid`. */
  scopes: readonly string[];
  settings?: SettingFields;
  /** True if the module has an owner, whose token shared requests use. */
  hasOwner?: boolean;
  /** True if the module shows a resource that belongs to an account at the provider. */
  hasServiceEntity?: boolean;
  /** True if the module reports when its first data has arrived. */
  tellsDataAvailable?: boolean;
  /** Name of the datapoint that others may read with the owner's token. */
  sharedDatapoint?: string;
  /** Pattern that finds the module's tag in pages, and the condition under which pages contain it. */
  tag?: { pattern: RegExp; isEnabled(settings: SettingValues): boolean; page?: string };
  datapoints?: Datapoints;
  /** Returns true if the token of `ask` can access the configured resource. Throws the provider's failures. */
  reachesEntity?(call: Pick<DatapointCall, 'actor' | 'settings' | 'ask'>): Promise<boolean>;
  /** HTTP statuses that mean that access is denied. Default: 403. */
  refusedBy?: readonly number[];
  /** Side effects of changed settings. Returns the settings to store. */
  onSettingsChange?(effects: ModuleEffects): Promise<SettingValues>;
  onDeactivation?(effects: Omit<ModuleEffects, 'after'>): Promise<void>;
}

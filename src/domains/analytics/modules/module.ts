import type { Site } from '#app/site.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { DatapointCall, Datapoints } from './datapoint.ts';
import type { SettingFields, SettingValues } from './setting-fields.ts';

/** Input for the side effects of a settings change: the settings before and after the change, and the transaction in which the effects run. */
export interface ModuleEffects {
  site: Site;
  tx: Tx;
  before: SettingValues;
  after: SettingValues;
  /** Changes settings of another module. Does nothing if that module has no stored settings. */
  patchModule(slug: string, changes: SettingValues): Promise<void>;
}

/** Definition of a module, which connects one product of the provider (docs/behaviour/analytics.md 6.1). */
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
  /** True for a module that lists omit although clients can call it (docs/behaviour/analytics.md 6.1). */
  isUnlisted?: boolean;
  /** True if the module is always active. */
  isForced?: boolean;
  /** Slugs of modules that must be active before this module. */
  dependencies?: readonly string[];
  /** Settings that need a value (or true) for the module to be connected. If omitted, the module is always connected. */
  requiredSettings?: readonly string[];
  /** Short names of the scopes that the module needs. */
  scopes: readonly string[];
  settings?: SettingFields;
  /** True if the module has an owner, whose token shared requests use. */
  hasOwner?: boolean;
  /** True if the module shows a resource that belongs to an account at the provider. */
  hasServiceEntity?: boolean;
  /** True if the module reports when its first data has arrived. */
  reportsDataAvailable?: boolean;
  /** Name of the datapoint that viewers of the shared dashboard may read with the owner's token. */
  sharedDatapoint?: string;
  /**
   * Tag that the module places in pages: the pattern that finds it in HTML, whether the settings enable it, and the path of a page that contains it
   * (default: `/`).
   */
  tag?: { pattern: RegExp; isEnabled(settings: SettingValues): boolean; page?: string };
  datapoints?: Datapoints;
  /** Returns true if the token of `ask` can access the configured resource. Throws the provider's failures. */
  canAccessEntity?(call: Pick<DatapointCall, 'actor' | 'settings' | 'ask'>): Promise<boolean>;
  /** HTTP statuses with which the provider denies access. Default: 403. */
  refusalStatuses?: readonly number[];
  /** Runs the side effects of changed settings. Returns the settings to store. */
  onSettingsChange?(effects: ModuleEffects): Promise<SettingValues>;
  onDeactivation?(effects: Omit<ModuleEffects, 'after'>): Promise<void>;
}

import type { Site } from '#app/site.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { DatapointCall, Datapoints } from './datapoint.ts';
import type { SettingFields, SettingValues } from './setting-fields.ts';

/** What a change of a module's settings, or switching it off, has to follow it: inside the same transaction. */
export interface ModuleEffects {
  site: Site;
  tx: Tx;
  before: SettingValues;
  after: SettingValues;
  /** Changes settings of another module, if it has any stored. */
  patchModule(slug: string, changes: SettingValues): Promise<void>;
}

/** One connector to one product of the provider (analytics.md 6.1): a row of the registry. */
export interface ModuleDefinition {
  slug: string;
  name: string;
  description: string;
  /** Address, or a path of this site. */
  homepage: string;
  /** Place in lists; equal ones in the order of the registry. */
  order: number;
  /** Works for others and is shown nowhere. */
  isInternal?: boolean;
  /** Serves all callers and stands in no list: the published ones name theirs (analytics.md 6.1). */
  isUnlisted?: boolean;
  /** Always on. */
  isForced?: boolean;
  /** Modules it needs. */
  dependencies?: readonly string[];
  /** Settings that must be filled, or true, before it is connected; none = always. */
  connectedBy?: readonly string[];
  /** Scopes without their base; `openid` as it is. */
  scopes: readonly string[];
  settings?: SettingFields;
  /** Has an owner, whose access shared requests use. */
  hasOwner?: boolean;
  /** Shows something that belongs to someone at the provider. */
  hasServiceEntity?: boolean;
  /** Knows whether its data have arrived. */
  tellsDataAvailable?: boolean;
  /** Datapoint that others may read through the owner's access. */
  sharedDatapoint?: string;
  /** Whether its tags may stand in pages, and how to recognise one. */
  tag?: { pattern: RegExp; isEnabled(settings: SettingValues): boolean; page?: string };
  datapoints?: Datapoints;
  /** Whether the access that `ask` goes with reaches what the module is set up for; throws what the provider says against it. */
  reachesEntity?(call: Pick<DatapointCall, 'actor' | 'settings' | 'ask'>): Promise<boolean>;
  /** Statuses with which the provider says that it does not; 403 alone by default. */
  refusedBy?: readonly number[];
  /** Work that a write of settings brings with it: returns the settings that are stored. */
  onSettingsChange?(effects: ModuleEffects): Promise<SettingValues>;
  onDeactivation?(effects: Omit<ModuleEffects, 'after'>): Promise<void>;
}

import type { Prisma } from '#db';
import type { SettingValues } from '../modules/setting-fields.ts';
import type { Facts } from './capabilities.ts';

/** Database row that stores the connection between the site and the provider. */
export type SiteRow = Prisma.AnalyticsSiteGetPayload<object>;

/** Roles with which a module is shared, and whether only its owner or all administrators may change this. */
export interface Sharing {
  slug: string;
  sharedRoles: readonly string[];
  management: 'owner' | 'all_admins';
}

/** Snapshot of all stored data of the connector, which connects the site to the provider. */
export interface ConnectorState {
  row: SiteRow | null;
  siteConnected: boolean;
  setupCompleted: boolean;
  usesBroker: boolean;
  /** Sharing of all modules that are shared, by a user or by default. */
  sharing: readonly Sharing[];
  isActive(slug: string): boolean;
  /** True if the module is active and all required settings have values. */
  isConnected(slug: string): boolean;
  /** Returns the settings of a module, with defaults for values that are not stored. */
  getSettings(slug: string): SettingValues;
  /** Returns the user ID of a module's owner. 0 if the module has no owner. */
  getOwnerId(slug: string): number;
  getSharing(slug: string): Sharing;
}

/** Data that determines the permissions of the viewer. */
export interface Actor {
  facts: Facts;
  state: ConnectorState;
}

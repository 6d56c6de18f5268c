import type { Prisma } from '#db';
import type { SettingValues } from '../modules/setting-fields.ts';
import type { Facts } from './capabilities.ts';

/** The stored site of the connector. */
export type SiteRow = Prisma.AnalyticsSiteGetPayload<object>;

/** Roles with which a module is shared, and who may change the sharing. */
export interface Sharing {
  slug: string;
  sharedRoles: readonly string[];
  management: 'owner' | 'all_admins';
}

/** Snapshot of everything that is stored about the connector. */
export interface ConnectorState {
  row: SiteRow | null;
  siteConnected: boolean;
  setupCompleted: boolean;
  usesBroker: boolean;
  /** Published sharing: saved entries, and modules that are shared by default. */
  sharing: readonly Sharing[];
  isActive(slug: string): boolean;
  /** True if the module is active and all settings that it needs are filled. */
  isConnected(slug: string): boolean;
  /** Settings of a module: stored values, with defaults for the others. */
  settingsOf(slug: string): SettingValues;
  /** User ID of the owner of a module, or 0 if it has no owner. */
  ownerOf(slug: string): number;
  sharingOf(slug: string): Sharing;
}

/** The viewer, with everything that decides their permissions. */
export interface Actor {
  facts: Facts;
  state: ConnectorState;
}

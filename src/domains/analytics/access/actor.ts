import type { Prisma } from '#db';
import type { SettingValues } from '../modules/setting-fields.ts';
import type { Facts } from './capabilities.ts';

/** The stored site of the connector. */
export type SiteRow = Prisma.AnalyticsSiteGetPayload<object>;

/** With whom a module is shared, and who may change that. */
export interface Sharing {
  slug: string;
  sharedRoles: readonly string[];
  management: 'owner' | 'all_admins';
}

/** Everything the connector knows of the site, as one reading of it. */
export interface ConnectorState {
  row: SiteRow | null;
  siteConnected: boolean;
  setupCompleted: boolean;
  usesBroker: boolean;
  /** Sharing as it is published: saved entries, and modules that have one from the start. */
  sharing: readonly Sharing[];
  isActive(slug: string): boolean;
  /** Active, and set up as far as it needs. */
  isConnected(slug: string): boolean;
  /** Of a module, stored values over defaults. */
  settingsOf(slug: string): SettingValues;
  /** The owner of a module; 0 = nobody. */
  ownerOf(slug: string): number;
  sharingOf(slug: string): Sharing;
}

/** The viewer with everything that decides what they may do. */
export interface Actor {
  facts: Facts;
  state: ConnectorState;
}

import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { getModule, registry } from './modules/registry.ts';
import type { ModuleDefinition } from './modules/module.ts';
import type { ConnectorState, Sharing, SiteRow } from './access/actor.ts';
import { getDefaults, isFilled, type SettingValues } from './modules/setting-fields.ts';

type ModuleRow = Prisma.AnalyticsModuleGetPayload<object>;

/** Modules that are active until a user changes the list. */
export const INITIALLY_ACTIVE: readonly string[] = ['pagespeed-insights'];

/** Module that is shared by default and whose sharing all administrators may change, because it needs no account. */
const SHARED_BY_DEFAULT = 'pagespeed-insights';

/** Returns the settings of a module, with defaults for values that are not stored. */
export function parseSettings({ settings = {} }: ModuleDefinition, row: ModuleRow | undefined): SettingValues {
  return { ...getDefaults(settings), ...(row?.settings as SettingValues | undefined) };
}

/** Builds the state from the stored rows. `hasEnvironmentCredentials` is true if the environment contains OAuth credentials. */
function buildState(row: SiteRow | null, modules: readonly ModuleRow[], hasEnvironmentCredentials: boolean): ConnectorState {
  const bySlug = new Map(modules.map((module) => [module.slug, module]));
  const active = new Set(row?.activeModules ?? INITIALLY_ACTIVE);
  const parseModuleSettings = (slug: string) => parseSettings(getModule(slug), bySlug.get(slug));
  const isActive = (slug: string) => getModule(slug).isForced === true || active.has(slug);
  const parseSharing = (slug: string): Sharing => {
    const stored = bySlug.get(slug);
    const defaultManagement = slug === SHARED_BY_DEFAULT ? 'all_admins' : 'owner';
    return {
      slug,
      sharedRoles: stored?.sharedRoles ?? [],
      management: (stored?.sharingManagement ?? defaultManagement) === 'all_admins' ? 'all_admins' : 'owner',
    };
  };
  const hasCredentials = hasEnvironmentCredentials || (row !== null && row.clientId !== '' && row.clientSecret !== null);
  return {
    row,
    siteConnected: hasCredentials,
    setupCompleted: hasCredentials && isFilled(parseModuleSettings('search-console')['propertyID']),
    usesBroker: row?.mode !== 'custom',
    sharing: registry
      .filter(({ slug }) => bySlug.get(slug)?.isSharingSaved === true || (slug === SHARED_BY_DEFAULT && isActive(slug)))
      .map(({ slug }) => parseSharing(slug)),
    isActive,
    isConnected: (slug) =>
      isActive(slug) && (getModule(slug).requiredSettings ?? []).every((name) => isFilled(parseModuleSettings(slug)[name])),
    getSettings: parseModuleSettings,
    getOwnerId: (slug) => Number(parseModuleSettings(slug)['ownerID'] ?? 0),
    getSharing: parseSharing,
  };
}

/** Loads the state of the connector with two queries. */
export async function loadState(
  site: Site,
  db: Pick<Site['db']['prisma'], 'analyticsSite' | 'analyticsModule'> = site.db.prisma,
): Promise<ConnectorState> {
  const [row, modules] = await Promise.all([db.analyticsSite.findUnique({ where: { id: 1 } }), db.analyticsModule.findMany()]);
  return buildState(row, modules, site.config.analytics.client !== undefined);
}

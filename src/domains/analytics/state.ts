import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { moduleOf, registry } from './modules/registry.ts';
import type { ModuleDefinition } from './modules/module.ts';
import type { ConnectorState, Sharing, SiteRow } from './access/actor.ts';
import { defaultsOf, isFilled, type SettingValues } from './modules/setting-fields.ts';

type ModuleRow = Prisma.AnalyticsModuleGetPayload<object>;

/** Modules that are active until someone changes the list. */
export const initiallyActive: readonly string[] = ['pagespeed-insights'];

/** Module whose sharing all administrators may change by default, because it uses no account. */
const sharedByAll = 'pagespeed-insights';

/** Returns the stored settings of a module, with defaults for the others. */
export function settingsFrom({ settings = {} }: ModuleDefinition, row: ModuleRow | undefined): SettingValues {
  return { ...defaultsOf(settings), ...(row?.settings as SettingValues | undefined) };
}

/** Builds the state from the stored rows. Pure. */
function stateOf(row: SiteRow | null, modules: readonly ModuleRow[], configured: boolean): ConnectorState {
  const bySlug = new Map(modules.map((one) => [one.slug, one]));
  const active = new Set(row?.activeModules ?? initiallyActive);
  const settingsOf = (slug: string) => settingsFrom(moduleOf(slug), bySlug.get(slug));
  const isActive = (slug: string) => moduleOf(slug).isForced === true || active.has(slug);
  const sharingOf = (slug: string): Sharing => {
    const stored = bySlug.get(slug);
    const usual = slug === sharedByAll ? 'all_admins' : 'owner';
    return {
      slug,
      sharedRoles: stored?.sharedRoles ?? [],
      management: (stored?.sharingManagement ?? usual) === 'all_admins' ? 'all_admins' : 'owner',
    };
  };
  const hasCredentials = configured || (row !== null && row.clientId !== '' && row.clientSecret !== null);
  return {
    row,
    siteConnected: hasCredentials,
    setupCompleted: hasCredentials && isFilled(settingsOf('search-console')['propertyID']),
    usesBroker: row?.mode !== 'custom',
    sharing: registry
      .filter(({ slug }) => bySlug.get(slug)?.isSharingSaved === true || (slug === sharedByAll && isActive(slug)))
      .map(({ slug }) => sharingOf(slug)),
    isActive,
    isConnected: (slug) => isActive(slug) && (moduleOf(slug).connectedBy ?? []).every((name) => isFilled(settingsOf(slug)[name])),
    settingsOf,
    ownerOf: (slug) => Number(settingsOf(slug)['ownerID'] ?? 0),
    sharingOf,
  };
}

/** Loads the state of the connector in two small statements. */
export async function loadState(
  site: Site,
  from: Pick<Site['db']['prisma'], 'analyticsSite' | 'analyticsModule'> = site.db.prisma,
): Promise<ConnectorState> {
  const [row, modules] = await Promise.all([from.analyticsSite.findUnique({ where: { id: 1 } }), from.analyticsModule.findMany()]);
  return stateOf(row, modules, site.config.analytics.client !== undefined);
}

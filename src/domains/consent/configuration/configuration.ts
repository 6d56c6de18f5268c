import type { BannerLink, ConsentService, ContentBlocker, ServiceGroup } from '#db';
import { loadContentItems } from '#app/domains/content/content.reader.ts';
import { buildPermalink } from '#app/domains/content/permalinks.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { computeOptions, type Options } from '../settings/options.ts';
import { bannerDesign, bannerLicense } from '../settings/design.settings.ts';

export type ServiceStatus = 'publish' | 'private' | 'draft' | 'trash';
export type Blocker = ContentBlocker & { services: { serviceId: number }[] };

/** A page of the site that the banner links to. */
export interface LinkedPage {
  id: number;
  url: string;
  title: string;
  isPublished: boolean;
}

/** Consistent snapshot of everything from which revisions are calculated. Shared between requests, so it must not be changed. */
export interface Configuration {
  /** Increases with every change. */
  version: number;
  options: Options;
  /** Stored values of the settings, by key. */
  stored: ReadonlyMap<string, unknown>;
  /** Values of the banner's look and texts that differ from the defaults, by section and key. */
  design: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  license: { code: string | null; isDevelopment: boolean };
  /** Sorted by position. */
  groups: readonly ServiceGroup[];
  /** Sorted by position within their group, then newest first. Includes the trash. */
  services: readonly ConsentService[];
  /** Newest first. */
  blockers: readonly Blocker[];
  links: readonly BannerLink[];
  /** Pages that settings and links refer to, by ID. */
  pages: ReadonlyMap<number, LinkedPage>;
}

const selectVersion = statement('consent_version', 'SELECT version FROM consent_configuration', rowShape({ version: 'int' }));

const createCache = (): { reading: Promise<Configuration> | null } => ({ reading: null });

/** Returns the version of the current configuration. */
async function readConfigurationVersion(site: Site): Promise<number> {
  const [row] = await site.db.rows(selectVersion);
  return row?.version ?? 0;
}

/** Returns the current configuration. Reads it again only if it has changed. */
export async function readConfiguration(site: Site): Promise<Configuration> {
  return await loadConfiguration(site, await readConfigurationVersion(site));
}

/** Returns the configuration that this process read last, or null. Callers must check if it is still current. */
export async function findCachedConfiguration(site: Site): Promise<Configuration | null> {
  return (await site.state.getOrCreate(createCache).reading?.catch(() => null)) ?? null;
}

/** Returns the configuration of the given version or a later one. */
async function loadConfiguration(site: Site, version: number): Promise<Configuration> {
  const cached = await findCachedConfiguration(site);
  if (cached && cached.version >= version) return cached;
  // a failed read caches nothing, so the next caller tries again
  return await (site.state.getOrCreate(createCache).reading = readFromDatabase(site, version));
}

/** Reads the configuration from the database. The caller has read the version before, so a change in between is detected by the next read. */
async function readFromDatabase(site: Site, version: number): Promise<Configuration> {
  const { prisma } = site.db;
  const [settings, groups, services, blockers, links, administrator] = await Promise.all([
    prisma.setting.findMany({ where: { OR: [{ key: { startsWith: 'consent_' } }, { key: 'name' }] } }),
    prisma.serviceGroup.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
    prisma.consentService.findMany({ orderBy: [{ menuOrder: 'asc' }, { id: 'desc' }] }),
    prisma.contentBlocker.findMany({
      include: { services: { select: { serviceId: true }, orderBy: { position: 'asc' } } },
      orderBy: { id: 'desc' },
    }),
    prisma.bannerLink.findMany({ orderBy: [{ menuOrder: 'asc' }, { id: 'asc' }] }),
    prisma.user.findFirst({ where: { role: 'administrator' }, orderBy: { id: 'asc' }, select: { email: true } }),
  ]);
  const stored = new Map<string, unknown>(settings.map(({ key, value }) => [key, value]));
  const siteName = stored.get('name');
  const effective = computeOptions(stored, {
    siteName: typeof siteName === 'string' ? siteName : 'Marquee',
    administratorEmail: administrator?.email ?? '',
  });
  const design = bannerDesign.schema.safeParse(stored.get(bannerDesign.key));
  const license = bannerLicense.schema.safeParse(stored.get(bannerLicense.key));
  const referencedIds = [effective.operatorContactFormId, effective.cookiePolicyId, ...links.map(({ pageId }) => pageId)];
  return {
    version,
    options: effective,
    stored,
    design: design.success ? design.data : {},
    license: license.success ? license.data : bannerLicense.default,
    groups,
    services,
    blockers,
    links,
    pages: await loadLinkedPages(site, referencedIds),
  };
}

/** Maximum ID. Settings may contain larger numbers, which the database would reject. */
const MAX_ID = 2_147_483_647;

async function loadLinkedPages(site: Site, ids: readonly number[]): Promise<Map<number, LinkedPage>> {
  const validIds = [...new Set(ids)].filter((id) => id > 0 && id <= MAX_ID);
  if (validIds.length === 0) return new Map();
  const rows = (await loadContentItems(site, validIds)).filter(({ kind, status }) => kind === 'page' && status !== 'trash');
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        isPublished: row.status === 'publish',
        url: buildPermalink(site, row),
      },
    ]),
  );
}

import type { BannerLink, ConsentService, ContentBlocker, ServiceGroup } from '#db';
import { loadContents } from '#app/domains/content/content.reader.ts';
import { linkOf } from '#app/domains/content/permalinks.ts';
import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { effectiveOptions, type Options } from '../settings/options.ts';
import { bannerDesign, bannerLicence } from '../settings/design.settings.ts';

export type ServiceStatus = 'publish' | 'private' | 'draft' | 'trash';
export type Blocker = ContentBlocker & { services: { serviceId: number }[] };

/** A page of the site that the banner leads to. */
export interface LinkedPage {
  id: number;
  url: string;
  title: string;
  isPublished: boolean;
}

/** Everything that revisions are calculated from, as it stood at one moment. Shared between requests: nobody may change it. */
export interface Configuration {
  /** Grows with every change. */
  version: number;
  options: Options;
  /** Values as they are stored, by key. */
  stored: ReadonlyMap<string, unknown>;
  /** Changed values of look and texts. */
  design: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  licence: { code: string | null; isDevelopment: boolean };
  /** In their order. */
  groups: readonly ServiceGroup[];
  /** By place within their group, newer ones first among equals; those in the trash included. */
  services: readonly ConsentService[];
  /** Newest first. */
  blockers: readonly Blocker[];
  links: readonly BannerLink[];
  /** Pages that settings and links name, by number. */
  pages: ReadonlyMap<number, LinkedPage>;
}

const versionNow = statement('consent_version', 'SELECT version FROM consent_configuration', answer({ version: 'int' }));

const notRead = (): { reading: Promise<Configuration> | null } => ({ reading: null });

/** Number of the present configuration. */
async function configurationVersion(site: Site): Promise<number> {
  const [row] = await site.db.rows(versionNow);
  return row?.version ?? 0;
}

/** The present configuration, read again only where it has changed since. */
export async function readConfiguration(site: Site): Promise<Configuration> {
  return await configurationAt(site, await configurationVersion(site));
}

/** The configuration that this process read last; null before the first. Anyone who uses it finds out whether it still holds. */
export async function heldConfiguration(site: Site): Promise<Configuration | null> {
  return (await site.state.of(notRead).reading?.catch(() => null)) ?? null;
}

/** The configuration of a version that was just read, or a later one. */
async function configurationAt(site: Site, version: number): Promise<Configuration> {
  const held = await heldConfiguration(site);
  if (held && held.version >= version) return held;
  // what failed is tried again by the next caller: it holds no configuration
  return await (site.state.of(notRead).reading = load(site, version));
}

/** The version is that of the moment before: what changes meanwhile is read now or seen as a change later, never missed. */
async function load(site: Site, version: number): Promise<Configuration> {
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
  const effective = effectiveOptions(stored, {
    siteName: typeof siteName === 'string' ? siteName : 'Marquee',
    administratorEmail: administrator?.email ?? '',
  });
  const design = bannerDesign.schema.safeParse(stored.get(bannerDesign.key));
  const licence = bannerLicence.schema.safeParse(stored.get(bannerLicence.key));
  const named = [effective.operatorContactFormId, effective.cookiePolicyId, ...links.map(({ pageId }) => pageId)];
  return {
    version,
    options: effective,
    stored,
    design: design.success ? design.data : {},
    licence: licence.success ? licence.data : bannerLicence.default,
    groups,
    services,
    blockers,
    links,
    pages: await linkedPages(site, named),
  };
}

/** Settings are numbers of any size; a larger one than this names nothing, and the database would refuse to look for it. */
const LARGEST_ID = 2_147_483_647;

async function linkedPages(site: Site, ids: readonly number[]): Promise<Map<number, LinkedPage>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0 && id <= LARGEST_ID);
  if (wanted.length === 0) return new Map();
  const rows = (await loadContents(site, wanted)).filter(({ kind, status }) => kind === 'page' && status !== 'trash');
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        isPublished: row.status === 'publish',
        url: linkOf(site, row),
      },
    ]),
  );
}

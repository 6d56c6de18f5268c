import type { ConsentTemplate } from '#db';
import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { templateNotFound } from '../failures.ts';
import { scanCounts, type ScanCount } from '../scanner/results.service.ts';
import { ignoredTemplates } from '../settings/state.settings.ts';
import { loadCatalog, type TemplateType } from './catalog.service.ts';

/** Source of templates: the stored ones, or a reload of the catalog. */
export type TemplateSource = 'use' | 'invalidate' | 'redownload';

/** A template with its use on this site. */
export interface SiteTemplate extends ConsentTemplate {
  /** Older versions, newest first. */
  versions: readonly number[];
  isDisabled: boolean;
  /** ID of the service or blocker that was created from it, or null. */
  createdId: number | null;
  isIgnored: boolean;
  scan: ScanCount | null;
  /** Templates of the other type that belong to it: blockers of a service, or services of a blocker. */
  related: readonly ConsentTemplate[];
}

interface Surroundings {
  configuration: Configuration;
  all: readonly ConsentTemplate[];
  ignored: readonly string[];
  scans: ReadonlyMap<string, ScanCount>;
}

const identifiersOf = ({ json }: ConsentTemplate): readonly string[] => {
  const { serviceTemplateIdentifiers } = json as { serviceTemplateIdentifiers?: string[] };
  return serviceTemplateIdentifiers ?? [];
};

function relatedTo(template: ConsentTemplate, all: readonly ConsentTemplate[]): ConsentTemplate[] {
  const others = all.filter(({ type, isOutdated }) => type !== template.type && !isOutdated);
  return template.type === 'service'
    ? others.filter((blocker) => identifiersOf(blocker).includes(template.identifier))
    : others.filter(({ identifier }) => identifiersOf(template).includes(identifier));
}

function siteTemplate(template: ConsentTemplate, { configuration, all, ignored, scans }: Surroundings): SiteTemplate {
  const made = template.type === 'service' ? configuration.services : configuration.blockers;
  const { code } = configuration.license;
  const isLicensed = code !== null && code !== '';
  return {
    ...template,
    versions: all
      .filter((one) => one.type === template.type && one.identifier === template.identifier && one.version < template.version)
      .map(({ version }) => version)
      .sort((a, b) => b - a),
    isDisabled: template.tier === 'pro' && !isLicensed,
    createdId: made.find(({ presetId, status }) => presetId === template.identifier && status !== 'trash')?.id ?? null,
    isIgnored: ignored.includes(template.identifier),
    scan: scans.get(template.identifier) ?? null,
    related: relatedTo(template, all),
  };
}

async function surroundings(site: Site): Promise<Surroundings> {
  const [configuration, all, scans] = await Promise.all([
    readConfiguration(site),
    site.db.prisma.consentTemplate.findMany({ orderBy: [{ headline: 'asc' }, { identifier: 'asc' }] }),
    scanCounts(site),
  ]);
  return { configuration, all, ignored: site.settings.get(ignoredTemplates), scans };
}

/** Returns the newest version of each template of a type, sorted by headline. */
export async function listTemplates(site: Site, type: TemplateType, source: TemplateSource = 'use'): Promise<SiteTemplate[]> {
  if (source === 'redownload') await loadCatalog(site);
  const around = await surroundings(site);
  return around.all.filter((one) => one.type === type && !one.isOutdated).map((one) => siteTemplate(one, around));
}

/** Returns the newest version of a template. Throws `template_not_found`. */
export async function getTemplate(site: Site, type: TemplateType, identifier: string): Promise<SiteTemplate> {
  const around = await surroundings(site);
  const found = around.all.find((one) => one.type === type && one.identifier === identifier && !one.isOutdated);
  if (!found) throw templateNotFound();
  return siteTemplate(found, around);
}

/** Returns blocker templates with findings, sorted by headline. A hidden one is replaced by the service that it blocks. */
export async function scannedTemplates(site: Site): Promise<SiteTemplate[]> {
  const around = await surroundings(site);
  const found = around.all.filter((one) => one.type === 'blocker' && !one.isOutdated && around.scans.has(one.identifier));
  const shown = found
    .map((one) => siteTemplate(one, around))
    .filter(({ isDisabled }) => !isDisabled)
    .flatMap((one) =>
      one.isHidden ? one.related.slice(0, 1).map((service) => ({ ...siteTemplate(service, around), scan: one.scan })) : [one],
    );
  return shown.sort((a, b) => (a.headline < b.headline ? -1 : 1));
}

import type { ConsentTemplate } from '#db';
import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { templateNotFound } from '../failures.ts';
import { readScanCounts, type ScanCount } from '../scanner/results.service.ts';
import { ignoredTemplates } from '../settings/state.settings.ts';
import { loadCatalog, type TemplateType } from './catalog.service.ts';

/** Whether to use the stored templates (`use` and `invalidate`), or to reload the catalog first (`redownload`). */
export type TemplateSource = 'use' | 'invalidate' | 'redownload';

/** A template with its use on this site. */
export interface SiteTemplate extends ConsentTemplate {
  /** Older versions, newest first. */
  versions: readonly number[];
  isDisabled: boolean;
  /** ID of the service or blocker that was created from the template. Null if no such object exists. */
  createdId: number | null;
  isIgnored: boolean;
  scan: ScanCount | null;
  /** Blocker templates for a service template, or service templates for a blocker template. */
  related: readonly ConsentTemplate[];
}

interface TemplateContext {
  configuration: Configuration;
  all: readonly ConsentTemplate[];
  ignored: readonly string[];
  scans: ReadonlyMap<string, ScanCount>;
}

const listServiceIdentifiers = ({ json }: ConsentTemplate): readonly string[] => {
  const { serviceTemplateIdentifiers } = json as { serviceTemplateIdentifiers?: string[] };
  return serviceTemplateIdentifiers ?? [];
};

function findRelated(template: ConsentTemplate, all: readonly ConsentTemplate[]): ConsentTemplate[] {
  const others = all.filter(({ type, isOutdated }) => type !== template.type && !isOutdated);
  return template.type === 'service'
    ? others.filter((blocker) => listServiceIdentifiers(blocker).includes(template.identifier))
    : others.filter(({ identifier }) => listServiceIdentifiers(template).includes(identifier));
}

function toSiteTemplate(template: ConsentTemplate, { configuration, all, ignored, scans }: TemplateContext): SiteTemplate {
  const created = template.type === 'service' ? configuration.services : configuration.blockers;
  const { code } = configuration.license;
  const isLicensed = code !== null && code !== '';
  return {
    ...template,
    versions: all
      .filter(({ type, identifier, version }) => type === template.type && identifier === template.identifier && version < template.version)
      .map(({ version }) => version)
      .sort((a, b) => b - a),
    isDisabled: template.tier === 'pro' && !isLicensed,
    createdId: created.find(({ presetId, status }) => presetId === template.identifier && status !== 'trash')?.id ?? null,
    isIgnored: ignored.includes(template.identifier),
    scan: scans.get(template.identifier) ?? null,
    related: findRelated(template, all),
  };
}

async function loadContext(site: Site): Promise<TemplateContext> {
  const [configuration, all, scans] = await Promise.all([
    readConfiguration(site),
    site.db.prisma.consentTemplate.findMany({ orderBy: [{ headline: 'asc' }, { identifier: 'asc' }] }),
    readScanCounts(site),
  ]);
  return { configuration, all, ignored: site.settings.get(ignoredTemplates), scans };
}

/** Returns the newest version of each template of a type, sorted by headline. */
export async function listTemplates(site: Site, type: TemplateType, source: TemplateSource = 'use'): Promise<SiteTemplate[]> {
  if (source === 'redownload') await loadCatalog(site);
  const context = await loadContext(site);
  return context.all
    .filter((template) => template.type === type && !template.isOutdated)
    .map((template) => toSiteTemplate(template, context));
}

/** Returns the newest version of a template. Throws `template_not_found`. */
export async function getTemplate(site: Site, type: TemplateType, identifier: string): Promise<SiteTemplate> {
  const context = await loadContext(site);
  const template = context.all.find((candidate) => candidate.type === type && candidate.identifier === identifier && !candidate.isOutdated);
  if (!template) throw templateNotFound();
  return toSiteTemplate(template, context);
}

/** Returns the blocker templates that the scanner has found, sorted by headline. Replaces a hidden blocker template with its service template. */
export async function listScannedTemplates(site: Site): Promise<SiteTemplate[]> {
  const context = await loadContext(site);
  return context.all
    .filter(({ type, isOutdated, identifier }) => type === 'blocker' && !isOutdated && context.scans.has(identifier))
    .map((template) => toSiteTemplate(template, context))
    .filter(({ isDisabled }) => !isDisabled)
    .flatMap((template) => {
      if (!template.isHidden) return [template];
      return template.related.slice(0, 1).map((service) => ({ ...toSiteTemplate(service, context), scan: template.scan }));
    })
    .sort((a, b) => (a.headline < b.headline ? -1 : 1));
}

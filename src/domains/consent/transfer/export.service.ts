import type { Site } from '#app/site.ts';
import { completeDesign } from '../banner/design.defaults.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { toBlockerMeta, toServiceMeta } from '../configuration/meta.ts';
import { furtherOptions, type OptionName, options } from '../settings/options.ts';

/** Parts of the configuration to export. */
export interface ExportParts {
  settings: boolean;
  groups: boolean;
  services: boolean;
  blockers: boolean;
  design: boolean;
  tcfVendors: boolean;
}

/** The exported configuration, or a part of it. Older releases use the same member names (docs/behaviour/consent-queue-product.md 5.1). */
export type ExportDocument = Record<string, unknown>;

/** Returns the exported value of an option. False for an unset option of `furtherOptions`. */
export function getExportedOption({ options: values, stored }: Configuration, name: OptionName): unknown {
  const isUnset = Object.hasOwn(furtherOptions, name) && (stored.get(options[name].setting.key) ?? null) === null;
  return isUnset ? false : values[name];
}

function exportSettings(configuration: Configuration): ExportDocument {
  const names = Object.keys(options) as OptionName[];
  return Object.fromEntries(names.map((name) => [options[name].exportKey, getExportedOption(configuration, name)]));
}

const omitZeroVersion = ({ presetVersion, ...meta }: Record<string, unknown>): Record<string, unknown> =>
  Number(presetVersion) > 0 ? { ...meta, presetVersion } : meta;

function exportServices({ services, groups }: Configuration): ExportDocument[] {
  const slugs = new Map(groups.map(({ id, slug }) => [id, slug]));
  return services
    .filter(({ groupId, status }) => groupId !== null && status !== 'trash')
    .map((service) => ({
      group: slugs.get(service.groupId ?? 0),
      ID: service.id,
      post_name: service.slug,
      post_content: service.purpose,
      post_status: service.status,
      post_title: service.title,
      metas: omitZeroVersion(toServiceMeta(service)),
    }));
}

function exportBlockers({ blockers, services }: Configuration): ExportDocument[] {
  const slugs = new Map(services.map(({ id, slug }) => [id, slug]));
  return blockers
    .filter(({ status }) => status !== 'trash')
    .map((blocker) => ({
      ID: blocker.id,
      post_name: blocker.slug,
      post_content: blocker.description,
      post_status: blocker.status,
      post_title: blocker.title,
      metas: omitZeroVersion({
        ...toBlockerMeta(blocker),
        services: blocker.services.flatMap(({ serviceId }) => slugs.get(serviceId) ?? []),
      }),
    }));
}

function exportLinks({ links }: Configuration): ExportDocument[] {
  return links
    .filter(({ status }) => status !== 'trash')
    .map(({ id, slug, title, pageType, isExternalUrl, pageId, externalUrl, hideCookieBanner, isTargetBlank }) => ({
      ID: id,
      post_name: slug,
      post_title: title,
      metas: { pageType, isExternalUrl, pageId, externalUrl, hideCookieBanner, isTargetBlank },
    }));
}

/** Exports the requested parts of the configuration. */
export async function exportConfiguration(site: Site, parts: ExportParts): Promise<ExportDocument> {
  const configuration = await readConfiguration(site);
  return {
    ...(parts.settings && { settings: exportSettings(configuration), bannerLinks: exportLinks(configuration) }),
    ...(parts.groups && {
      cookieGroups: configuration.groups.map(({ id, slug, name, description }) => ({ term_id: id, slug, name, description })),
    }),
    ...(parts.services && { cookies: exportServices(configuration) }),
    ...(parts.blockers && { blocker: exportBlockers(configuration) }),
    ...(parts.design && { customizeBanner: completeDesign(configuration.design) }),
    ...(parts.tcfVendors && { tcfVendorConfigurations: [] }),
  };
}

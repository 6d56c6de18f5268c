import { z } from 'zod';
import type { ConsentService } from '#db';
import type { TechnicalDefinition } from '../revision/content.types.ts';
import type { Blocker } from './configuration.ts';
import { linkUrl } from './link-url.ts';

// Meta of services and blockers: everything except name, status and position (docs/behaviour/consent-queue-product.md 1.2), in the order of the
// published API.

const definition = z.object({
  type: z.enum(['http', 'local', 'session', 'indexedDb']).catch('http'),
  name: z.string().catch(''),
  host: z.string().catch(''),
  duration: z.number().int().catch(1),
  durationUnit: z.enum(['s', 'm', 'h', 'd', 'mo', 'y']).catch('y'),
  isSessionDuration: z.boolean().catch(false),
  purpose: z.string().catch(''),
});
const contact = z.object({ phone: z.string().catch(''), email: z.string().catch(''), link: linkUrl.catch('') });
const optionalUrl = z.literal('').or(linkUrl);
const text = z.string();
const flag = z.boolean();
const texts = z.array(z.string());

export const serviceMeta = {
  providerContact: contact,
  isProviderCurrentWebsite: flag,
  provider: text,
  uniqueName: text,
  isEmbeddingOnlyExternalResources: flag,
  legalBasis: z.enum(['consent', 'legitimate-interest', 'legal-requirement']),
  dataProcessingInCountries: texts,
  dataProcessingInCountriesSpecialTreatments: texts,
  technicalDefinitions: z.array(definition),
  codeDynamics: z.record(z.string(), z.unknown()),
  providerPrivacyPolicyUrl: optionalUrl,
  providerLegalNoticeUrl: optionalUrl,
  tagManagerOptInEventName: text,
  tagManagerOptOutEventName: text,
  googleConsentModeConsentTypes: texts,
  executePriority: z.number().int(),
  codeOptIn: text,
  executeCodeOptInWhenNoTagManagerConsentIsGiven: flag,
  codeOptOut: text,
  executeCodeOptOutWhenNoTagManagerConsentIsGiven: flag,
  deleteTechnicalDefinitionsAfterOptOut: flag,
  codeOnPageLoad: text,
  presetId: text,
  presetVersion: z.number().int().min(0),
} as const;

export const blockerMeta = {
  rules: texts,
  criteria: z.enum(['services', 'tcfVendors']),
  tcfVendors: z.array(z.number().int()),
  tcfPurposes: z.array(z.number().int()),
  services: z.array(z.number().int()),
  isVisual: flag,
  visualType: z.enum(['default', 'wrapped', 'hero']),
  visualMediaThumbnail: z.number().int().min(0),
  visualContentType: z.enum(['', 'map', 'video-player', 'audio-player', 'feed-text', 'feed-video', 'generic']),
  isVisualDarkMode: flag,
  visualBlur: z.number().int().min(0),
  visualDownloadThumbnail: flag,
  visualHeroButtonText: text,
  shouldForceToShowVisual: flag,
  presetId: text,
  presetVersion: z.number().int().min(0),
} as const;

export type ServiceMetaName = keyof typeof serviceMeta;
export type BlockerMetaName = keyof typeof blockerMeta;

/** Returns the cookies and storage entries of a service. */
export function listDefinitions({ technicalDefinitions }: Pick<ConsentService, 'technicalDefinitions'>): TechnicalDefinition[] {
  return serviceMeta.technicalDefinitions.catch([]).parse(technicalDefinitions);
}

/** Returns the meta of a service for clients. Empty `codeDynamics` become an empty list, as in PHP. */
export function toServiceMeta(service: ConsentService): Record<ServiceMetaName, unknown> {
  const { codeDynamics } = service;
  const isEmpty = typeof codeDynamics !== 'object' || codeDynamics === null || Object.keys(codeDynamics).length === 0;
  const names = Object.keys(serviceMeta) as ServiceMetaName[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, service[name]])) as Record<ServiceMetaName, unknown>),
    providerContact: contact.catch({ phone: '', email: '', link: '' }).parse(service.providerContact),
    technicalDefinitions: listDefinitions(service),
    codeDynamics: isEmpty ? [] : codeDynamics,
  };
}

/** Returns the meta of a blocker for clients, with the IDs of its services. */
export function toBlockerMeta(blocker: Blocker): Record<BlockerMetaName, unknown> {
  const names = Object.keys(blockerMeta) as BlockerMetaName[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, blocker[name]])) as Record<BlockerMetaName, unknown>),
    services: blocker.services.map(({ serviceId }) => serviceId),
  };
}

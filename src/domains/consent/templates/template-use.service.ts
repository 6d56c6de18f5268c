import type { Site } from '#app/site.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { TemplateType } from './catalog.service.ts';

/** A service or blocker that was created from an older version of its template. */
export interface TemplateUse {
  id: number;
  title: string;
  kind: TemplateType;
  identifier: string;
  version: number;
  newestVersion: number;
}

/** Returns services and blockers whose templates have a newer version. */
export async function listOutdatedTemplateUses(site: Site, { services, blockers }: Configuration): Promise<TemplateUse[]> {
  const templates = await site.db.prisma.consentTemplate.findMany({
    where: { isOutdated: false },
    select: { type: true, identifier: true, version: true },
  });
  const newestVersions = new Map(templates.map(({ type, identifier, version }) => [`${type} ${identifier}`, version]));
  const uses = [
    ...services.map((service) => ({ ...service, kind: 'service' as const })),
    ...blockers.map((blocker) => ({ ...blocker, kind: 'blocker' as const })),
  ];
  return uses.flatMap(({ id, title, status, kind, presetId, presetVersion }) => {
    const newestVersion = newestVersions.get(`${kind} ${presetId}`) ?? 0;
    return status !== 'trash' && newestVersion > presetVersion
      ? [{ id, title, kind, identifier: presetId, version: presetVersion, newestVersion }]
      : [];
  });
}

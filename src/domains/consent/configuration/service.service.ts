import type { ConsentService, Prisma } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { groupNotFound, serviceNotFound } from '../failures.ts';
import { reopenUnsafeNotice } from '../notices/notice.service.ts';
import { listUnsafeCountries } from '../revision/notices.rules.ts';
import type { ServiceStatus } from './configuration.ts';
import { serviceMeta, type ServiceMetaName } from './meta.ts';
import { findFreeSlug } from './slugs.ts';

/** Meta of a service. Omitted values get their defaults. */
export type ServiceMeta = { readonly [Name in ServiceMetaName]?: unknown };

export interface ServiceDraft {
  title: string;
  purpose?: string | null | undefined;
  status?: ServiceStatus | null | undefined;
  slug?: string | null | undefined;
  groupId?: number | null | undefined;
  menuOrder?: number | undefined;
  meta?: ServiceMeta | undefined;
}

/** Changes to a service. Omitted values stay unchanged. A `groupId` of null removes the service from its group. */
export type ServiceChanges = Partial<ServiceDraft>;

/** Returns the columns of the given meta values. Omits invalid values. */
export function buildServiceColumns(meta: ServiceMeta): Partial<Prisma.ConsentServiceUncheckedCreateInput> {
  const columns = Object.entries(serviceMeta).flatMap(([name, schema]) => {
    const value = meta[name as ServiceMetaName];
    const parsed = value === undefined || value === null ? undefined : schema.safeParse(value);
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(columns) as Partial<Prisma.ConsentServiceUncheckedCreateInput>;
}

async function checkGroup(tx: Tx, groupId: number | null | undefined): Promise<void> {
  if (typeof groupId === 'number' && !(await tx.serviceGroup.findUnique({ where: { id: groupId }, select: { id: true } })))
    throw groupNotFound();
}

/** Creates a service inside the caller's transaction, by default at the end of its group. Throws `service_group_not_found`. */
async function addService(tx: Tx, draft: ServiceDraft): Promise<ConsentService> {
  const { title, purpose, status, slug, groupId = null, menuOrder, meta = {} } = draft;
  await checkGroup(tx, groupId);
  const { _max: last } = await tx.consentService.aggregate({ where: { groupId }, _max: { menuOrder: true } });
  return await tx.consentService.create({
    data: {
      ...buildServiceColumns(meta),
      title: cleanText(title),
      purpose: cleanTextarea(purpose ?? ''),
      status: status ?? 'publish',
      slug: await findFreeSlug(tx, 'consent_service', slug || title, 'service'),
      groupId,
      menuOrder: menuOrder ?? (last.menuOrder ?? -1) + 1,
    },
  });
}

/** Updates the checklist after a write, and shows the notice about unsafe countries again if the service has a new one. */
async function handleServiceChange(site: Site, before: ConsentService | null, after: ConsentService): Promise<void> {
  if (!before) await markItemsDone(site, 'add-cookie');
  const earlier = before ? listUnsafeCountries(before) : [];
  if (listUnsafeCountries(after).some((country) => !earlier.includes(country))) await reopenUnsafeNotice(site);
}

/** Creates a service. */
export async function createService(site: Site, draft: ServiceDraft): Promise<ConsentService> {
  const service = await site.db.transaction((tx) => addService(tx, draft));
  await handleServiceChange(site, null, service);
  return service;
}

/** Changes a service. Throws `service_not_found`, `service_group_not_found`. */
export async function updateService(site: Site, id: number, changes: ServiceChanges): Promise<ConsentService> {
  const { title, purpose, status, slug, groupId, menuOrder, meta } = changes;
  const [before, after] = await site.db.transaction(async (tx) => {
    const stored = await tx.consentService.findUnique({ where: { id } });
    if (!stored) throw serviceNotFound();
    await checkGroup(tx, groupId);
    const changed = await tx.consentService.update({
      where: { id },
      data: {
        ...buildServiceColumns(meta ?? {}),
        ...(title && { title: cleanText(title) }),
        ...(typeof purpose === 'string' && { purpose: cleanTextarea(purpose) }),
        ...(status && { status }),
        ...(slug && slug !== stored.slug && { slug: await findFreeSlug(tx, 'consent_service', slug, 'service') }),
        ...(groupId !== undefined && { groupId }),
        ...(menuOrder !== undefined && { menuOrder }),
      },
    });
    return [stored, changed] as const;
  });
  await handleServiceChange(site, before, after);
  return after;
}

/** Permanently deletes a service and returns it. Blockers no longer require it. Throws `service_not_found`. */
export async function deleteService(site: Site, id: number): Promise<ConsentService> {
  return await site.db.transaction(async (tx) => {
    const service = await tx.consentService.findUnique({ where: { id } });
    if (!service) throw serviceNotFound();
    return await tx.consentService.delete({ where: { id } });
  });
}

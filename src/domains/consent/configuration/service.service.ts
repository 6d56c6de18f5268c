import type { ConsentService, Prisma } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { tick } from '../checklist/checklist.service.ts';
import { groupNotFound, serviceNotFound } from '../failures.ts';
import { reopenUnsafeNotice } from '../notices/notice.service.ts';
import { unsafeCountries } from '../revision/notices.rules.ts';
import type { ServiceStatus } from './configuration.ts';
import { serviceMeta, type ServiceMetaName } from './meta.ts';
import { freeSlug } from './slugs.ts';

/** Meta of a service; what is absent has its default. */
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

/** What changes: absent stays; a `groupId` of null takes the service out of its group. */
export type ServiceChanges = Partial<ServiceDraft>;

/** The columns of the meta that is given and has the right form. */
export function serviceColumns(meta: ServiceMeta): Partial<Prisma.ConsentServiceUncheckedCreateInput> {
  const columns = Object.entries(serviceMeta).flatMap(([name, schema]) => {
    const given = meta[name as ServiceMetaName];
    const read = given === undefined || given === null ? undefined : schema.safeParse(given);
    return read?.success ? [[name, read.data]] : [];
  });
  return Object.fromEntries(columns) as Partial<Prisma.ConsentServiceUncheckedCreateInput>;
}

async function checkGroup(tx: Tx, groupId: number | null | undefined): Promise<void> {
  if (typeof groupId === 'number' && !(await tx.serviceGroup.findUnique({ where: { id: groupId }, select: { id: true } })))
    throw groupNotFound();
}

/** Adds a service inside the caller's transaction, after those of its group unless a place is given. Throws `service_group_not_found`. */
async function addService(tx: Tx, draft: ServiceDraft): Promise<ConsentService> {
  const { title, purpose, status, slug, groupId = null, menuOrder, meta = {} } = draft;
  await checkGroup(tx, groupId);
  const { _max: last } = await tx.consentService.aggregate({ where: { groupId }, _max: { menuOrder: true } });
  return await tx.consentService.create({
    data: {
      ...serviceColumns(meta),
      title: cleanText(title),
      purpose: cleanTextarea(purpose ?? ''),
      status: status ?? 'publish',
      slug: await freeSlug(tx, 'consent_service', slug || title, 'service'),
      groupId,
      menuOrder: menuOrder ?? (last.menuOrder ?? -1) + 1,
    },
  });
}

/** What follows a written service: the checklist, and the notice of unsafe countries when it gained one. */
async function afterService(site: Site, before: ConsentService | null, after: ConsentService): Promise<void> {
  if (!before) await tick(site, 'add-cookie');
  const known = before ? unsafeCountries(before) : [];
  if (unsafeCountries(after).some((country) => !known.includes(country))) await reopenUnsafeNotice(site);
}

/** Adds a service. */
export async function createService(site: Site, draft: ServiceDraft): Promise<ConsentService> {
  const service = await site.db.transaction((tx) => addService(tx, draft));
  await afterService(site, null, service);
  return service;
}

/** Changes a service. Throws `service_not_found`, `service_group_not_found`. */
export async function updateService(site: Site, id: number, changes: ServiceChanges): Promise<ConsentService> {
  const { title, purpose, status, slug, groupId, menuOrder, meta } = changes;
  const [before, after] = await site.db.transaction(async (tx) => {
    const known = await tx.consentService.findUnique({ where: { id } });
    if (!known) throw serviceNotFound();
    await checkGroup(tx, groupId);
    const changed = await tx.consentService.update({
      where: { id },
      data: {
        ...serviceColumns(meta ?? {}),
        ...(title && { title: cleanText(title) }),
        ...(typeof purpose === 'string' && { purpose: cleanTextarea(purpose) }),
        ...(status && { status }),
        ...(slug && slug !== known.slug && { slug: await freeSlug(tx, 'consent_service', slug, 'service') }),
        ...(groupId !== undefined && { groupId }),
        ...(menuOrder !== undefined && { menuOrder }),
      },
    });
    return [known, changed] as const;
  });
  await afterService(site, before, after);
  return after;
}

/** Deletes a service for good; blockers no longer wait for it. Returns it as it was; throws `service_not_found`. */
export async function deleteService(site: Site, id: number): Promise<ConsentService> {
  return await site.db.transaction(async (tx) => {
    const service = await tx.consentService.findUnique({ where: { id } });
    if (!service) throw serviceNotFound();
    return await tx.consentService.delete({ where: { id } });
  });
}

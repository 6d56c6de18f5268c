import type { Prisma } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { blockerNotFound } from '../failures.ts';
import type { Blocker, ServiceStatus } from './configuration.ts';
import { blockerMeta, type BlockerMetaName } from './meta.ts';
import { findFreeSlug } from './slugs.ts';

/** Meta of a blocker without its services. Omitted values get their defaults. */
export type BlockerMeta = { readonly [Name in Exclude<BlockerMetaName, 'services'>]?: unknown };

export interface BlockerDraft {
  title: string;
  description?: string | null | undefined;
  status?: ServiceStatus | null | undefined;
  slug?: string | null | undefined;
  meta?: BlockerMeta | undefined;
  /** IDs of the services that a visitor must accept to see the content, in this order. Unknown IDs are ignored. */
  serviceIds?: readonly number[] | null | undefined;
}

/** Changes to a blocker. Omitted and null values stay unchanged. */
export type BlockerChanges = Partial<BlockerDraft>;

const withServices = { services: { select: { serviceId: true }, orderBy: { position: 'asc' } } } satisfies Prisma.ContentBlockerInclude;

/** Returns the columns of the given meta values. Omits invalid values. */
export function buildBlockerColumns(meta: BlockerMeta): Partial<Prisma.ContentBlockerUncheckedCreateInput> {
  const columns = Object.entries(blockerMeta).flatMap(([name, schema]) => {
    const value = name === 'services' ? undefined : meta[name as keyof BlockerMeta];
    const parsed = value === undefined || value === null ? undefined : schema.safeParse(value);
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(columns) as Partial<Prisma.ContentBlockerUncheckedCreateInput>;
}

async function linkServices(tx: Tx, blockerId: number, serviceIds: readonly number[]): Promise<void> {
  await tx.contentBlockerService.deleteMany({ where: { blockerId } });
  const uniqueIds = [...new Set(serviceIds)];
  const services = await tx.consentService.findMany({ where: { id: { in: uniqueIds } }, select: { id: true } });
  const existingIds = new Set(services.map(({ id }) => id));
  await tx.contentBlockerService.createMany({
    data: uniqueIds.filter((id) => existingIds.has(id)).map((serviceId, position) => ({ blockerId, serviceId, position })),
  });
}

/** Creates a blocker inside the caller's transaction. */
async function addBlocker(tx: Tx, { title, description, status, slug, meta = {}, serviceIds }: BlockerDraft): Promise<Blocker> {
  const { id } = await tx.contentBlocker.create({
    data: {
      ...buildBlockerColumns(meta),
      title: cleanText(title),
      description: cleanTextarea(description ?? ''),
      status: status ?? 'publish',
      slug: await findFreeSlug(tx, 'content_blocker', slug || title, 'blocker'),
    },
    select: { id: true },
  });
  if (serviceIds) await linkServices(tx, id, serviceIds);
  return await tx.contentBlocker.findUniqueOrThrow({ where: { id }, include: withServices });
}

/** Creates a blocker and marks the checklist item `add-blocker` as done. */
export async function createBlocker(site: Site, draft: BlockerDraft): Promise<Blocker> {
  const blocker = await site.db.transaction((tx) => addBlocker(tx, draft));
  await markItemsDone(site, 'add-blocker');
  return blocker;
}

/** Changes a blocker. Throws `content_blocker_not_found`. */
export async function updateBlocker(site: Site, id: number, changes: BlockerChanges): Promise<Blocker> {
  const { title, description, status, slug, meta, serviceIds } = changes;
  return await site.db.transaction(async (tx) => {
    const stored = await tx.contentBlocker.findUnique({ where: { id }, select: { slug: true } });
    if (!stored) throw blockerNotFound();
    if (serviceIds) await linkServices(tx, id, serviceIds);
    return await tx.contentBlocker.update({
      where: { id },
      data: {
        ...buildBlockerColumns(meta ?? {}),
        ...(title && { title: cleanText(title) }),
        ...(typeof description === 'string' && { description: cleanTextarea(description) }),
        ...(status && { status }),
        ...(slug && slug !== stored.slug && { slug: await findFreeSlug(tx, 'content_blocker', slug, 'blocker') }),
      },
      include: withServices,
    });
  });
}

/** Permanently deletes a blocker and returns it. Throws `content_blocker_not_found`. */
export async function deleteBlocker(site: Site, id: number): Promise<Blocker> {
  return await site.db.transaction(async (tx) => {
    const blocker = await tx.contentBlocker.findUnique({ where: { id }, include: withServices });
    if (!blocker) throw blockerNotFound();
    await tx.contentBlocker.delete({ where: { id } });
    return blocker;
  });
}

import type { ServiceGroup } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { essentialGroupLocked, groupNotFound } from '../failures.ts';
import { findFreeSlug } from './slugs.ts';

export interface GroupDraft {
  name: string;
  description?: string | null | undefined;
  slug?: string | null | undefined;
}

/** Changes to a group. Omitted and null values stay unchanged. */
export type GroupChanges = Partial<GroupDraft>;

/** Creates a group at the end of the list, inside the caller's transaction. */
export async function addGroup(tx: Tx, { name, description, slug }: GroupDraft): Promise<ServiceGroup> {
  const { _max: last } = await tx.serviceGroup.aggregate({ _max: { position: true } });
  return await tx.serviceGroup.create({
    data: {
      name: cleanText(name),
      description: cleanTextarea(description ?? ''),
      slug: await findFreeSlug(tx, 'service_group', slug || name, 'group'),
      position: (last.position ?? -1) + 1,
    },
  });
}

/** Creates a group at the end of the list. */
export async function createGroup(site: Site, draft: GroupDraft): Promise<ServiceGroup> {
  return await site.db.transaction((tx) => addGroup(tx, draft));
}

/** Changes a group inside the caller's transaction. A new name also appears in the statistics. Throws `service_group_not_found`. */
export async function changeGroup(tx: Tx, id: number, { name, description, slug }: GroupChanges): Promise<ServiceGroup> {
  const stored = await tx.serviceGroup.findUnique({ where: { id } });
  if (!stored) throw groupNotFound();
  if (name) await tx.consentGroupCount.updateMany({ where: { groupId: id }, data: { groupName: cleanText(name) } });
  return await tx.serviceGroup.update({
    where: { id },
    data: {
      ...(name && { name: cleanText(name) }),
      ...(typeof description === 'string' && { description: cleanTextarea(description) }),
      ...(slug && slug !== stored.slug && { slug: await findFreeSlug(tx, 'service_group', slug, 'group') }),
    },
  });
}

/** Changes a group. Throws `service_group_not_found`. */
export async function updateGroup(site: Site, id: number, changes: GroupChanges): Promise<ServiceGroup> {
  return await site.db.transaction((tx) => changeGroup(tx, id, changes));
}

/** Permanently deletes a group with its services and returns it. Throws `service_group_not_found`, `essential_group`. */
export async function deleteGroup(site: Site, id: number): Promise<ServiceGroup> {
  return await site.db.transaction(async (tx) => {
    const group = await tx.serviceGroup.findUnique({ where: { id } });
    if (!group) throw groupNotFound();
    if (group.isEssential) throw essentialGroupLocked();
    return await tx.serviceGroup.delete({ where: { id } });
  });
}

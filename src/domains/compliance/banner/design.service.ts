import { z } from 'zod';
import { now } from '#app/core/time/clock.ts';
import { Failure, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { ConsentBannerDesign, Prisma } from '#db';
import { type BannerText, bannerTexts } from './design.ts';

const names = Object.keys(bannerTexts) as [BannerText, ...BannerText[]];
const LONGEST = 5000;
const MAX_LOCALES = 100;
const texts = z
  .record(z.string().regex(/^[a-z]{2,3}(?:_[A-Z]{2})?$/), z.partialRecord(z.enum(names), z.string().max(LONGEST)))
  .refine((all) => Object.keys(all).length <= MAX_LOCALES);

/** Changes of a design. Absent values stay unchanged. */
export interface DesignChanges {
  title?: string | null | undefined;
  /** Texts by locale and name. Replaces all texts. */
  texts?: unknown;
  showsCategories?: boolean | null | undefined;
}

const unknownDesign = () => notFound('banner_design_not_found', 'There is no such design.');

function columnsOf({ title, texts: given, showsCategories }: DesignChanges) {
  const checked = given === undefined || given === null ? undefined : texts.safeParse(given);
  if (checked?.success === false) throw invalidArguments({ texts: 'Texts are given by locale and name: {"de_DE": {"accept": "…"}}.' });
  if (typeof title === 'string' && (title.trim() === '' || title.length > 200))
    throw invalidArguments({ title: 'A title has 1 to 200 characters.' });
  return {
    ...(typeof title === 'string' && { title: title.trim() }),
    ...(checked && { texts: checked.data as Prisma.InputJsonObject }),
    ...(typeof showsCategories === 'boolean' && { options: { showsCategories } }),
    updatedAt: now(),
  };
}

/** Lists all designs, the default one first. */
export async function listDesigns({ db }: Site, query: Prisma.ConsentBannerDesignDefaultArgs = {}): Promise<ConsentBannerDesign[]> {
  return await db.prisma.consentBannerDesign.findMany({
    ...query,
    orderBy: [{ isDefault: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  });
}

/** Creates a design. Visitors do not see it until `showDesign`. Throws `invalid_arguments`. */
export async function createDesign({ db }: Site, changes: DesignChanges): Promise<ConsentBannerDesign> {
  return await db.prisma.consentBannerDesign.create({ data: { title: 'Banner', ...columnsOf(changes) } });
}

/** Changes a design and increases its version, so that visitors are asked again. Throws `banner_design_not_found` or `invalid_arguments`. */
export async function updateDesign({ db }: Site, id: number, changes: DesignChanges): Promise<ConsentBannerDesign> {
  const data = columnsOf(changes);
  return await db.transaction(async (tx) => {
    const { count } = await tx.consentBannerDesign.updateMany({ where: { id }, data: { ...data, version: { increment: 1 } } });
    if (count === 0) throw unknownDesign();
    return await tx.consentBannerDesign.findUniqueOrThrow({ where: { id } });
  });
}

/** Makes a design the default one that visitors see. Throws `banner_design_not_found`. */
export async function showDesign({ db }: Site, id: number): Promise<ConsentBannerDesign> {
  return await db.transaction(async (tx) => {
    const shown = await tx.consentBannerDesign.findUnique({ where: { isDefault: true } });
    const chosen = await tx.consentBannerDesign.findUnique({ where: { id } });
    if (!chosen) throw unknownDesign();
    if (shown?.id === id) return chosen;
    await tx.consentBannerDesign.updateMany({ where: { isDefault: true }, data: { isDefault: null } });
    // browsers compare only the version, so another design needs a higher one
    const version = Math.max(chosen.version, shown?.version ?? 0) + 1;
    return await tx.consentBannerDesign.update({ where: { id }, data: { isDefault: true, version, updatedAt: now() } });
  });
}

/** Deletes a design that is not the default. Throws `banner_design_not_found` or `banner_design_is_shown`. */
export async function deleteDesign({ db }: Site, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const design = await tx.consentBannerDesign.findUnique({ where: { id } });
    if (!design) throw unknownDesign();
    if (design.isDefault === true) throw new Failure('banner_design_is_shown', 409, 'Visitors see this design: show another one first.');
    await tx.consentBannerDesign.delete({ where: { id } });
  });
}

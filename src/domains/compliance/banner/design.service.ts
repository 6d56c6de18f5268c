import { z } from 'zod';
import { now } from '#app/core/time/clock.ts';
import { Failure, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { ConsentBannerDesign, Prisma } from '#db';
import { type BannerText, bannerTexts } from './design.ts';

const textNames = Object.keys(bannerTexts) as [BannerText, ...BannerText[]];
const MAX_TEXT_LENGTH = 5000;
const MAX_LOCALES = 100;
const textsSchema = z
  .record(z.string().regex(/^[a-z]{2,3}(?:_[A-Z]{2})?$/), z.partialRecord(z.enum(textNames), z.string().max(MAX_TEXT_LENGTH)))
  .refine((locales) => Object.keys(locales).length <= MAX_LOCALES);

/** Changes to a design. Omitted values stay unchanged. */
export interface DesignChanges {
  title?: string | null | undefined;
  /** Texts by locale and name, which replace all previous texts. */
  texts?: unknown;
  showsCategories?: boolean | null | undefined;
}

const designNotFound = () => notFound('banner_design_not_found', 'There is no such design.');

function toColumns({ title, texts, showsCategories }: DesignChanges) {
  const parsed = texts === undefined || texts === null ? undefined : textsSchema.safeParse(texts);
  if (parsed?.success === false) throw invalidArguments({ texts: 'Must be texts by locale and name, such as {"de_DE": {"accept": "…"}}.' });
  if (typeof title === 'string' && (title.trim() === '' || title.length > 200))
    throw invalidArguments({ title: 'Must have 1 to 200 characters.' });
  return {
    ...(typeof title === 'string' && { title: title.trim() }),
    ...(parsed && { texts: parsed.data as Prisma.InputJsonObject }),
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

/** Creates a design. Visitors see it only after `showDesign` has made it the default. Throws `invalid_arguments`. */
export async function createDesign({ db }: Site, changes: DesignChanges): Promise<ConsentBannerDesign> {
  return await db.prisma.consentBannerDesign.create({ data: { title: 'Banner', ...toColumns(changes) } });
}

/** Changes a design and increases its version, so that visitors are asked again. Throws `banner_design_not_found` or `invalid_arguments`. */
export async function updateDesign({ db }: Site, id: number, changes: DesignChanges): Promise<ConsentBannerDesign> {
  const data = toColumns(changes);
  return await db.transaction(async (tx) => {
    const { count } = await tx.consentBannerDesign.updateMany({ where: { id }, data: { ...data, version: { increment: 1 } } });
    if (count === 0) throw designNotFound();
    return await tx.consentBannerDesign.findUniqueOrThrow({ where: { id } });
  });
}

/** Makes a design the default, which visitors see. Throws `banner_design_not_found`. */
export async function showDesign({ db }: Site, id: number): Promise<ConsentBannerDesign> {
  return await db.transaction(async (tx) => {
    const current = await tx.consentBannerDesign.findUnique({ where: { isDefault: true } });
    const design = await tx.consentBannerDesign.findUnique({ where: { id } });
    if (!design) throw designNotFound();
    if (current?.id === id) return design;
    await tx.consentBannerDesign.updateMany({ where: { isDefault: true }, data: { isDefault: null } });
    // browsers compare only versions, so another design needs a higher version
    const version = Math.max(design.version, current?.version ?? 0) + 1;
    return await tx.consentBannerDesign.update({ where: { id }, data: { isDefault: true, version, updatedAt: now() } });
  });
}

/** Deletes a design that is not the default. Throws `banner_design_not_found` or `banner_design_is_shown`. */
export async function deleteDesign({ db }: Site, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const design = await tx.consentBannerDesign.findUnique({ where: { id } });
    if (!design) throw designNotFound();
    if (design.isDefault === true) throw new Failure('banner_design_is_shown', 409, 'Visitors see this design. Show another design first.');
    await tx.consentBannerDesign.delete({ where: { id } });
  });
}

import type { Announcement, Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { getProduct, isActive, type LicensedProduct } from './product.service.ts';

/** Shows or hides the announcements of a product. Returns true if that changed anything. Throws `product_not_found`. */
export async function showAnnouncements(site: Site, slug: string, isShown: boolean): Promise<boolean> {
  await getProduct(site, slug);
  const { count } = await site.db.prisma.product.updateMany({
    where: { slug, showsAnnouncements: !isShown },
    data: { showsAnnouncements: isShown },
  });
  return count > 0;
}

/** Permanently dismisses an announcement. The announcement need not exist. Throws `product_not_found`. */
export async function dismissAnnouncement(site: Site, slug: string, id: number): Promise<void> {
  await getProduct(site, slug);
  await site.db.prisma.announcementDismissal.createMany({ data: [{ productSlug: slug, announcementId: id }], skipDuplicates: true });
}

/** Returns the announcements of a product that are not dismissed, newest first. Empty if announcements are hidden or the license is not active. */
export async function listOpenAnnouncements(
  site: Site,
  licensed: LicensedProduct,
  query: Prisma.AnnouncementDefaultArgs,
): Promise<Announcement[]> {
  const { slug: productSlug, showsAnnouncements } = licensed.product;
  if (!showsAnnouncements || !isActive(licensed.license)) return [];
  const dismissals = await site.db.prisma.announcementDismissal.findMany({ where: { productSlug }, select: { announcementId: true } });
  return await site.db.prisma.announcement.findMany({
    ...query,
    where: { productSlug, id: { notIn: dismissals.map(({ announcementId }) => announcementId) } },
    orderBy: { id: 'desc' },
    take: 100,
  });
}

/** A new announcement. */
export interface NewAnnouncement {
  title: string;
  text: string;
  severity: 'info' | 'success' | 'warning' | 'error';
  isDismissible: boolean;
}

/** Creates an announcement for the operators of a product. Throws `product_not_found`. */
export async function createAnnouncement(site: Site, slug: string, announcement: NewAnnouncement): Promise<Announcement> {
  await getProduct(site, slug);
  return await site.db.prisma.announcement.create({ data: { ...announcement, productSlug: slug, createdAt: now() } });
}

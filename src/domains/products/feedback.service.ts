import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { deactivateIfActive } from './licence/licence.service.ts';
import { getProduct } from './product.service.ts';

/** What someone says of a product, or of anything else that has a name. */
export interface GivenFeedback {
  slug: string;
  reason: string;
  note: string;
  /** Where a reply is expected; null = nowhere. */
  email: string | null;
}

/** Notes feedback; with an address, and about a product, someone has to reply. */
export async function createFeedback(site: Site, userId: number, { slug, reason, note, email }: GivenFeedback): Promise<void> {
  await site.db.transaction(async (tx) => {
    const isProduct = email !== null && (await tx.product.count({ where: { slug } })) > 0;
    await tx.feedback.create({
      data: { slug, reason, note, email, userId, createdAt: now(), ...(isProduct && { request: { create: { email } } }) },
    });
  });
}

/** Why someone stops using a product. */
export interface GoodbyeFeedback {
  reason: string;
  note: string;
  email: string;
  name: string;
  /** Nothing is noted. */
  isSkipped: boolean;
  /** An active license is given back. */
  deactivates: boolean;
}

/** What has become of it. */
export interface Goodbye {
  isNoted: boolean;
  isDeactivated: boolean;
}

/** Notes why a product is no longer used, and gives its license back where that is wanted. Throws `product_not_found`. */
export async function sayGoodbye(site: Site, userId: number, slug: string, given: GoodbyeFeedback): Promise<Goodbye> {
  await getProduct(site, slug);
  const { isSkipped, deactivates, ...feedback } = given;
  const isDeactivated = deactivates && (await deactivateIfActive(site, slug));
  if (!isSkipped) await site.db.prisma.deactivationFeedback.create({ data: { ...feedback, productSlug: slug, userId, createdAt: now() } });
  return { isNoted: !isSkipped, isDeactivated };
}

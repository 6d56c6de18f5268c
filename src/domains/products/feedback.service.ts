import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { deactivateLicense } from './license/license.service.ts';
import { getProduct } from './product.service.ts';

/** Feedback about a product or another named subject. */
export interface FeedbackInput {
  slug: string;
  reason: string;
  note: string;
  /** Email address for a reply; null if no reply is expected. */
  email: string | null;
}

/** Stores feedback. Feedback about a product with an email address also creates a request for a reply. */
export async function createFeedback(site: Site, userId: number, { slug, reason, note, email }: FeedbackInput): Promise<void> {
  await site.db.transaction(async (tx) => {
    const isProduct = email !== null && (await tx.product.count({ where: { slug } })) > 0;
    await tx.feedback.create({
      data: { slug, reason, note, email, userId, createdAt: now(), ...(isProduct && { request: { create: { email } } }) },
    });
  });
}

/** Reasons for no longer using a product. */
export interface GoodbyeFeedback {
  reason: string;
  note: string;
  email: string;
  name: string;
  /** True to store no feedback. */
  isSkipped: boolean;
  /** True to deactivate an active license. */
  deactivates: boolean;
}

/** Result of `submitGoodbye`. */
export interface Goodbye {
  isStored: boolean;
  isDeactivated: boolean;
}

/** Stores why a product is no longer used, and deactivates its license if requested. Throws `product_not_found`. */
export async function submitGoodbye(site: Site, userId: number, slug: string, input: GoodbyeFeedback): Promise<Goodbye> {
  await getProduct(site, slug);
  const { isSkipped, deactivates, ...feedback } = input;
  const isDeactivated = deactivates && (await deactivateLicense(site, slug));
  if (!isSkipped) await site.db.prisma.deactivationFeedback.create({ data: { ...feedback, productSlug: slug, userId, createdAt: now() } });
  return { isStored: !isSkipped, isDeactivated };
}

import { now } from '#app/core/time/clock.ts';
import { declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { lockHold } from '../tickets/holds/hold.record.ts';
import { endHold } from '../tickets/holds/hold.service.ts';
import { lockPlaces } from '../tickets/lock-order.ts';
import { checkoutCompleted } from './checkout.failures.ts';
import { parsePeople } from './checkout.people.ts';
import { checkCheckoutIsOpen, lockCheckout, type GuestDraft, readCheckout, computeTotal } from './checkout.record.ts';
import type { AnswerInput } from './questions/question.rules.ts';
import { listQuestions } from './questions/questions.service.ts';
import { chooseGateway } from './gateways/offered-gateways.ts';
import { normalizeLocale } from './start-checkout.ts';

/** Changes that a buyer makes. Absent values stay unchanged. */
export interface CheckoutChanges {
  buyer?: { fullName: string; email: string } | null | undefined;
  /** Guests of the places. Replaces the whole list. The buyer takes the places without a named guest. */
  guests?: readonly GuestDraft[] | null | undefined;
  /** Answers to the questions about the order. Replaces all answers. */
  answers?: readonly AnswerInput[] | null | undefined;
  /** True if the buyer accepts the terms of the events. */
  acceptsTerms?: boolean | null | undefined;
  /** Name of the payment method. */
  gateway?: string | null | undefined;
  /** True if the names may appear in the public attendee lists of the events. */
  isListed?: boolean | null | undefined;
  /** BCP 47 language tag. */
  locale?: string | null | undefined;
}

/**
 * Stores changes of an open checkout and returns its ID. Throws `checkout_not_found`, `checkout_expired`, `checkout_cancelled`, `checkout_completed`,
 * `invalid_arguments` (`buyer.…`, `guests.0.…`), `gateway_not_offered`.
 */
export async function updateCheckout(site: Site, token: string, changes: CheckoutChanges): Promise<{ id: number }> {
  const { id } = await readCheckout(site, { token }, { select: { id: true } });
  await site.db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, id);
    checkCheckoutIsOpen(checkout);
    const { gateway, isListed, locale, acceptsTerms } = changes;
    const questions = await listQuestions(
      tx,
      checkout.lines.flatMap(({ postId }) => postId ?? []),
    );
    await tx.checkout.update({
      where: { id },
      data: {
        ...parsePeople(changes, checkout.lines, questions),
        ...(typeof acceptsTerms === 'boolean' && { termsAcceptedUtc: acceptsTerms ? (checkout.termsAcceptedUtc ?? now()) : null }),
        ...(typeof gateway === 'string' && {
          gateway: chooseGateway(site, gateway, { totalMinor: computeTotal(checkout.lines), currency: checkout.currency }),
        }),
        ...(typeof isListed === 'boolean' && { isListed }),
        ...(typeof locale === 'string' && { locale: normalizeLocale(locale) }),
        changedUtc: now(),
      },
      select: { id: true },
    });
  });
  return { id };
}

/**
 * Cancels an open checkout, releases its places and returns its ID. A repeated call changes nothing. Throws `checkout_not_found`,
 * `checkout_completed`.
 */
export async function cancelCheckout(site: Site, token: string): Promise<{ id: number }> {
  const { id, lines } = await readCheckout(site, { token }, { select: { id: true, lines: { select: { ticketId: true } } } });
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: lines.map(({ ticketId }) => ticketId) });
    const { state, holdId } = await lockCheckout(tx, id);
    if (state === 'completed') throw checkoutCompleted();
    if (state === 'cancelled') return;
    await tx.checkout.update({ where: { id }, data: { state: 'cancelled', changedUtc: now() }, select: { id: true } });
    if (holdId !== null) await endHold(site, tx, await lockHold(tx, holdId), 'left');
  });
  return { id };
}

const WEEK_MS = 7 * 24 * 3_600_000;

const oldCheckouts = declareBatchDelete('remove_old_checkouts', 'checkout', 'id', `state <> 'completed' AND expires_at <= $1`);

/** Deletes uncompleted checkouts after a week, with the names in them. Returns their number. */
export async function removeOldCheckouts(site: Site): Promise<number> {
  const before = new Date(now().getTime() - WEEK_MS);
  return await deleteInBatches(site, oldCheckouts, [before]);
}

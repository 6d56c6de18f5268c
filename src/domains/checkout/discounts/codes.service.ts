import { now } from '#app/core/time/clock.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import type { Row } from '#app/core/db/model.ts';
import { type ArgumentRefusals, Failure, notFound, throwIfRefused } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { parseDecimalPrice } from '../../tickets/money.rules.ts';
import { currencyCode } from '../../tickets/tickets.settings.ts';
import { normalizeCode } from './discount.rules.ts';

/** Input for a discount code. In an update, absent values stay unchanged. In a new code, they mean no limit. */
export interface DiscountCodeInput {
  code?: string | null | undefined;
  /** 0.01 to 100 with at most two decimals. Must not be combined with `amount`. */
  percent?: number | null | undefined;
  /** Decimal number as a string, in the site's currency. */
  amount?: string | null | undefined;
  /** IDs of tickets of the event. Empty means all. */
  ticketIds?: readonly number[] | null | undefined;
  /** Maximum number of discounted tickets in all orders. Null means no limit. */
  maxUses?: number | null | undefined;
  /** Maximum number of discounted tickets per order. Null means no limit. */
  maxPerOrder?: number | null | undefined;
  startsAt?: Date | null | undefined;
  endsAt?: Date | null | undefined;
  isActive?: boolean | null | undefined;
}

type Columns = Partial<Prisma.DiscountCodeUncheckedCreateInput>;

const MAX_CODE_LENGTH = 50;
const MAX_USES = 1_000_000;
/** Maximum number of codes of an event. */
export const MAX_CODES = 500;

const codeNotFound = () => notFound('discount_code_not_found', 'There is no such discount code.');

function buildDiscountColumns(site: Site, { percent, amount }: DiscountCodeInput, faults: ArgumentRefusals): Columns {
  const hasPercent = percent !== undefined && percent !== null;
  const hasAmount = typeof amount === 'string' && amount.trim() !== '';
  if (hasPercent === hasAmount) {
    if (hasPercent || percent === null || amount === null) faults['input.percent'] = 'Enter either a percentage or an amount.';
    return {};
  }
  if (hasPercent) {
    const hundredths = Math.round(percent * 100);
    if (!(hundredths >= 1 && hundredths <= 10_000) || Math.abs(hundredths - percent * 100) > 1e-6)
      faults['input.percent'] = 'A percentage is 0.01 to 100, with at most two decimals.';
    return { percent: hundredths, amountMinor: 0n, currency: '' };
  }
  const currency = site.settings.get(currencyCode);
  const price = parseDecimalPrice(amount ?? '', currency);
  if (!price || price.minor <= 0n) faults['input.amount'] = `An amount is a number above 0, in ${currency}.`;
  return { percent: 0, amountMinor: price?.minor ?? 0n, currency };
}

function checkLimit(name: string, value: number | null | undefined, faults: ArgumentRefusals): number | null | undefined {
  if (value !== null && value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= MAX_USES))
    faults[`input.${name}`] = `A limit is a whole number from 1 to ${MAX_USES}.`;
  return value;
}

async function readColumns(site: Site, eventId: number, input: DiscountCodeInput, faults: ArgumentRefusals): Promise<Columns> {
  const { code, ticketIds, startsAt, endsAt, isActive } = input;
  const newCode = typeof code === 'string' ? cleanText(code) : undefined;
  if (newCode !== undefined && (newCode === '' || newCode.length > MAX_CODE_LENGTH))
    faults['input.code'] = `A code has 1 to ${MAX_CODE_LENGTH} characters.`;
  if (ticketIds && ticketIds.length > 0) {
    const ids = [...new Set(ticketIds)];
    const count = await site.db.prisma.ticket.count({ where: { id: { in: ids }, postId: eventId } });
    if (count !== ids.length) faults['input.ticketIds'] = 'A ticket does not belong to the event.';
  }
  const columns: Columns = {
    ...(newCode !== undefined && { code: newCode, codeKey: normalizeCode(newCode) }),
    ...buildDiscountColumns(site, input, faults),
    ...(ticketIds && { ticketIds: [...new Set(ticketIds)] }),
    ...(input.maxUses !== undefined && { maxUses: checkLimit('maxUses', input.maxUses, faults) ?? null }),
    ...(input.maxPerOrder !== undefined && { maxPerOrder: checkLimit('maxPerOrder', input.maxPerOrder, faults) ?? null }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
    ...(typeof isActive === 'boolean' && { isActive }),
  };
  if (startsAt && endsAt && endsAt <= startsAt) faults['input.endsAt'] = 'The end must be after the start.';
  return columns;
}

async function refuseDuplicate<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'discount_code_event_id_code_key_key'))
      throw new Failure('discount_code_exists', 409, 'The event already has this discount code.');
    throw error;
  }
}

/**
 * Creates a discount code of an event and returns its ID. The caller checks permissions. Throws `invalid_arguments` with paths below `input`,
 * `discount_code_exists`.
 */
export async function createDiscountCode(site: Site, eventId: number, input: DiscountCodeInput): Promise<number> {
  const faults: ArgumentRefusals = {};
  const columns = await readColumns(site, eventId, input, faults);
  if (columns.code === undefined) faults['input.code'] ??= 'Enter a code.';
  if (columns.percent === undefined) faults['input.percent'] ??= 'Enter a percentage or an amount.';
  throwIfRefused(faults);
  const at = now();
  const data = { ...columns, eventId, createdUtc: at, modifiedUtc: at } as Prisma.DiscountCodeUncheckedCreateInput;
  return (await refuseDuplicate(() => site.db.prisma.discountCode.create({ data, select: { id: true } }))).id;
}

/** Changes a discount code. Absent values stay unchanged. Throws the failures of `createDiscountCode`, and `discount_code_not_found`. */
export async function updateDiscountCode(site: Site, id: number, changes: DiscountCodeInput): Promise<void> {
  const stored = await getDiscountCode(site, id);
  const faults: ArgumentRefusals = {};
  const columns = await readColumns(site, stored.eventId, { startsAt: stored.startsAt, endsAt: stored.endsAt, ...changes }, faults);
  throwIfRefused(faults);
  await refuseDuplicate(() =>
    site.db.prisma.discountCode.updateMany({ where: { id }, data: { ...columns, modifiedUtc: now() } as object }),
  );
}

/** Deletes a discount code. Orders that used it keep their price and the text of the code. A repeated call changes nothing. */
export async function deleteDiscountCode(site: Site, id: number): Promise<void> {
  await site.db.prisma.discountCode.deleteMany({ where: { id } });
}

/** Returns the code with this ID. Throws `discount_code_not_found`. */
export async function getDiscountCode(site: Site, id: number): Promise<Row<'DiscountCode'>> {
  const code = await site.db.prisma.discountCode.findUnique({ where: { id } });
  if (!code) throw codeNotFound();
  return code;
}

/** Lists the discount codes of an event, oldest first. */
export async function listDiscountCodes(
  site: Site,
  eventId: number,
  selection: Pick<Prisma.DiscountCodeFindManyArgs, 'include' | 'select'> = {},
): Promise<Row<'DiscountCode'>[]> {
  return await site.db.prisma.discountCode.findMany({ ...selection, where: { eventId }, orderBy: { id: 'asc' }, take: MAX_CODES });
}

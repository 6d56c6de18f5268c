import codes from 'currency-codes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getMinorDigits } from '../../src/core/money/currency.ts';
import { parseStripeAmount, isSupportedByStripe, toStripeAmount } from '../../src/domains/checkout/gateways/stripe-amounts.ts';

const everyCode = codes.codes();

/** Returns Stripe's charge for an amount in its smallest unit, in units of the currency. Transcribed from https://docs.stripe.com/currencies. */
function chargedAt(amount: number, currency: string): number {
  if (/^(BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF)$/.test(currency)) return amount;
  return /^(BHD|JOD|KWD|OMR|TND)$/.test(currency) ? amount / 1000 : amount / 100;
}

describe('Amounts at Stripe', () => {
  it('equal the displayed amount in every ISO 4217 currency, or are not charged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyCode), fc.integer({ min: 1, max: 99_999_999 }), (currency, minor) => {
        const amount = toStripeAmount(BigInt(minor), currency);
        if (amount === null) return;
        expect(chargedAt(amount, currency)).toBeCloseTo(minor / 10 ** getMinorDigits(currency), 6);
        expect(parseStripeAmount(amount, currency)).toBe(BigInt(minor));
      }),
      { numRuns: 5000 },
    );
  });

  it('of whole units are charged in every currency that Stripe supports', () => {
    for (const currency of everyCode.filter(isSupportedByStripe)) {
      const amount = toStripeAmount(5000n * 10n ** BigInt(getMinorDigits(currency)), currency);
      expect([currency, amount !== null && chargedAt(amount, currency)]).toEqual([currency, 5000]);
    }
    expect(everyCode.filter(isSupportedByStripe).length).toBeGreaterThan(130);
  });

  it.each([
    ['HUF', 500_000n, 500_000],
    ['IDR', 500_000n, 500_000],
    ['COP', 500_000n, 500_000],
    ['TWD', 80_045n, 80_045],
    ['JPY', 500n, 500],
    ['ISK', 5n, 500],
    ['UGX', 5n, 500],
    ['MGA', 500n, 5],
    ['MGA', 550n, null],
    ['KWD', 5120n, 5120],
    ['KWD', 5124n, null],
    ['IRR', 100n, null],
    ['XXX', 100n, null],
  ])('%s: %s minor units are %s', (currency, minor, amount) => {
    expect(toStripeAmount(minor, currency)).toBe(amount);
  });
});

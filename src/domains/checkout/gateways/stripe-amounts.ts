import { getMinorDigits } from '#app/core/money/currency.ts';

/*
 * Stripe's units for amounts of charges and refunds: https://docs.stripe.com/currencies, as of November 2026. The table follows neither ISO 4217 nor
 * `Intl`: ISO 4217 has a fraction for MGA and none for ISK and UGX. HUF and TWD lack a fraction in payouts only.
 */
const splitCodes = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** "Zero-decimal currencies". ISK and UGX belong to them, but "to maintain backwards compatibility" their amounts have two more digits, always 00. */
const zeroDecimal = splitCodes('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
/** "Three-decimal currencies". "The least-significant (last) digit" has to be 0. */
const threeDecimal = splitCodes('BHD JOD KWD OMR TND');
/** Currencies whose last two digits have to be 00. */
const wholeOnly = splitCodes('ISK UGX');

/** "Presentment currencies". */
const supported =
  splitCodes(`AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE
  CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT
  LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
  RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`);

const getStripeDigits = (currency: string): number => (zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2);

/** Returns the step of a currency: Stripe can charge its multiples, in Stripe's units. */
const getAmountStep = (currency: string): bigint => (threeDecimal.has(currency) ? 10n : wholeOnly.has(currency) ? 100n : 1n);

/** True if Stripe supports the currency. */
export const isSupportedByStripe = (currency: string): boolean => supported.has(currency);

/**
 * Converts minor units (ISO 4217) to Stripe's units: 1200 yen are 1200, 5 krónur are 500, 5.120 dinars are 5120. Returns null for amounts that Stripe
 * cannot charge exactly: an unsupported currency, 0.50 ariary, or 5.124 dinars. Never rounds, because buyers must pay the displayed amount.
 */
export function toStripeAmount(minor: bigint, currency: string): number | null {
  if (!isSupportedByStripe(currency)) return null;
  const scale = 10n ** BigInt(Math.abs(getStripeDigits(currency) - getMinorDigits(currency)));
  const isFiner = getStripeDigits(currency) < getMinorDigits(currency);
  if (isFiner && minor % scale !== 0n) return null;
  const amount = isFiner ? minor / scale : minor * scale;
  return amount % getAmountStep(currency) === 0n ? Number(amount) : null;
}

/** Converts an amount of Stripe to minor units. */
export function parseStripeAmount(amount: number, currency: string): bigint {
  return BigInt(Math.round(amount * 10 ** (getMinorDigits(currency) - getStripeDigits(currency))));
}

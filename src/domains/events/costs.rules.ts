/** Currency and values in the costs of an event (docs/behaviour/events.md 2.6.4). */
export interface CostDetails {
  /** Currency symbol; empty if the costs have no symbol or different ones. */
  symbol: string;
  /** ISO 4217 code that the event sets; empty if it sets none. */
  code: string;
  /** Position of the symbol; empty if there is no symbol or if the positions differ. */
  position: 'prefix' | 'postfix' | '';
  /** Costs without a number as slugs, followed by the numbers in ascending order, with a decimal point. */
  values: string[];
}

/** Format of costs without a currency: the default of the site. */
export interface CostStyle {
  symbol: string;
  position: 'prefix' | 'postfix';
}

/** Currency of the event itself; takes precedence over the currency in its costs. */
export interface OwnCurrency {
  symbol: string;
  code: string;
  position: string;
}

interface ParsedCost {
  text: string;
  numbers: string[];
  symbol: string;
  position: 'prefix' | 'postfix' | '';
}

const NUMBER = /\d+(?:[.,]\d+)*/g;
const DASHES = /^[\s\-–—/]+|[\s\-–—/]+$/g;

/**
 * Returns a number with a decimal point, and without thousands separators and leading zeros. If only one kind of separator occurs, and
 * exactly three digits follow the last one, it separates thousands. Otherwise the last separator separates the decimals.
 */
export function normalizeNumber(token: string): string {
  const separators = [...token.matchAll(/[.,]/g)].map((match) => ({ sign: match[0], index: match.index }));
  const last = separators.at(-1);
  if (!last) return trimZeros(token);
  const kinds = new Set(separators.map(({ sign }) => sign)).size;
  const isThousands = kinds === 1 && token.length - last.index - 1 === 3;
  const integerPart = isThousands ? token : token.slice(0, last.index);
  const decimals = isThousands ? '' : token.slice(last.index + 1);
  const digits = trimZeros(integerPart.replace(/[.,]/g, ''));
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

const trimZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

function parseCost(text: string): ParsedCost {
  const tokens = [...text.matchAll(NUMBER)];
  const [first] = tokens;
  if (!first) return { text, numbers: [], symbol: '', position: '' };
  const remainders = text
    .split(NUMBER)
    .map((part) => part.replace(DASHES, ''))
    .filter((part) => part !== '');
  const symbols = new Set(remainders);
  const [symbol = ''] = remainders;
  if (symbols.size !== 1) return { text, numbers: tokens.map(([token]) => normalizeNumber(token)), symbol: '', position: '' };
  return {
    text,
    numbers: tokens.map(([token]) => normalizeNumber(token)),
    symbol,
    position: text.indexOf(symbol) < first.index ? 'prefix' : 'postfix',
  };
}

function findCommonValue<T extends string>(values: readonly T[]): T | '' {
  return values.length > 0 && values.every((value) => value === values[0]) ? (values[0] as T) : '';
}

/** Trims the costs and drops empty ones. */
export function splitCosts(costs: readonly string[]): string[] {
  return costs.map((cost) => cost.trim()).filter((cost) => cost !== '');
}

/** Parses the costs of an event. `createSlug` creates a slug from a cost without a number. */
export function parseCostDetails(costs: readonly string[], own: OwnCurrency, createSlug: (text: string) => string): CostDetails {
  const parsedCosts = costs.map(parseCost);
  const priced = parsedCosts.filter((parsedCost) => parsedCost.numbers.length > 0);
  const numbers = [...new Set(priced.flatMap((parsedCost) => parsedCost.numbers))].sort((a, b) => Number(a) - Number(b));
  const words = [
    ...new Set(parsedCosts.filter((parsedCost) => parsedCost.numbers.length === 0).map((parsedCost) => createSlug(parsedCost.text))),
  ];
  const symbol = findCommonValue(priced.map((parsedCost) => parsedCost.symbol));
  return {
    symbol: own.symbol || symbol,
    code: own.code,
    position: parsePosition(own.position) || (symbol === '' ? '' : findCommonValue(priced.map((parsedCost) => parsedCost.position))),
    values: [...words, ...numbers],
  };
}

const DECIMAL_NUMBER = /^(\d+)(?:\.(\d+))?$/;

/** Converts the numeric values to minor units of a currency with this number of decimals, ascending. Returns null if a value has more decimals. */
export function parseCostsInMinorUnits(values: readonly string[], digits: number): bigint[] | null {
  const amounts = values.flatMap((value) => {
    const [, integerPart, decimals = ''] = DECIMAL_NUMBER.exec(value) ?? [];
    if (integerPart === undefined) return [];
    const significant = decimals.replace(/0+$/, '');
    return [significant.length > digits ? null : BigInt(integerPart + significant.padEnd(digits, '0'))];
  });
  return amounts.every((amount) => amount !== null) ? amounts : null;
}

const parsePosition = (text: string): CostDetails['position'] => (text === 'prefix' || text === 'postfix' ? text : '');

/** A number as the author typed it, such as `12,50` instead of `12.50`, and an optional space before its symbol. */
interface TypedNumber {
  token: string;
  space: string;
}

function parseTypedNumbers(costs: readonly string[]): Map<string, TypedNumber> {
  const typedNumbers = new Map<string, TypedNumber>();
  for (const cost of costs) {
    const { symbol, position } = parseCost(cost);
    for (const { 0: token, index } of cost.matchAll(NUMBER)) {
      const hasSpace = position === 'prefix' ? /\s$/.test(cost.slice(0, index)) : /^\s/.test(cost.slice(index + token.length));
      const number = normalizeNumber(token);
      if (!typedNumbers.has(number)) typedNumbers.set(number, { token, space: symbol !== '' && hasSpace ? ' ' : '' });
    }
  }
  return typedNumbers;
}

/** Formats the costs: `Free`, `20$`, `12,50 €`, `Free – 30$`. Keeps words and numbers as typed. Returns an empty string if there are no costs. */
export function formatCosts(costs: readonly string[], details: CostDetails, style: CostStyle): string {
  const words = costs.filter((cost) => cost.search(NUMBER) === -1);
  const typedNumbers = parseTypedNumbers(costs);
  const numbers = details.values.slice(details.values.length - typedNumbers.size);
  const symbol = details.symbol || style.symbol;
  const position = details.position || style.position;
  const formatPrice = (number: string) => {
    if (Number(number) === 0) return 'Free';
    const { token, space } = typedNumbers.get(number) ?? { token: number, space: '' };
    return position === 'prefix' ? symbol + space + token : token + space + symbol;
  };
  const texts = [...words, ...numbers.map(formatPrice)];
  const [first] = texts;
  const last = texts.at(-1);
  return first === undefined || last === undefined ? '' : first === last ? first : `${first} – ${last}`;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideStock, computePercentLeft, computePercents, computeStock } from '../../src/domains/tickets/capacity.rules.ts';
import {
  formatDecimal,
  formatAmount,
  formatPrice,
  parseDecimalPrice,
  encodeSymbol,
  getCurrencySymbol,
} from '../../src/domains/tickets/money.rules.ts';
import {
  joinDateAndTime,
  isReducedPriceValid,
  isSaleOpen,
  parseSaleBound,
  computeSaleStart,
} from '../../src/domains/tickets/sale-window.rules.ts';
import { canChangeStatus, orderStatuses, getReportedStatus, findStatusPath } from '../../src/domains/tickets/statuses.ts';
import { getMinorDigits } from '../../src/core/money/currency.ts';
import { getZoneByName } from '../../src/core/time/zone.ts';

const style = { code: 'USD', symbol: '$', position: 'prefix', decimal: '.', thousands: ',' } as const;

describe('A typed price', () => {
  it.each([
    ['', '0'],
    [' ', '0'],
    ['000', '0'],
    ['0.00', '0'],
    ['12', '12'],
    ['12.50', '12.5'],
    [' 5 ', '5'],
    ['1e3', '1000'],
    ['.5', '0.5'],
  ])('%j is stored as %j', (typed, text) => {
    expect(parseDecimalPrice(typed, 'USD')?.text).toBe(text);
  });
  it.each(['-5', '0,0', 'free', '5 $', '1e13', 'NaN', 'Infinity', '0x10'])('is invalid if it is %j', (typed) => {
    expect(parseDecimalPrice(typed, 'USD')).toBeNull();
  });
  it('is exact in minor units of its currency, and shown with the digits of the currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'), (minor, code) => {
        const digits = getMinorDigits(code);
        const typed = (minor / 10 ** digits).toFixed(digits);
        expect(parseDecimalPrice(typed, code)?.minor).toBe(BigInt(minor));
        expect(formatAmount(minor, { code, decimal: '.', thousands: '' })).toBe(typed);
        expect(formatDecimal(-minor, code)).toBe(minor === 0 ? typed : `-${typed}`);
      }),
    );
  });
  it.each([
    ['1.005', 'USD'],
    ['10.50', 'JPY'],
    ['1.0005', 'KWD'],
  ])('of %s %s has too many digits for its currency', (typed, currency) => {
    expect(parseDecimalPrice(typed, currency)).toBeNull();
    expect(parseDecimalPrice(`${typed}0`, currency)).toBeNull();
  });
  it('is formatted as configured by the site', () => {
    expect(formatPrice(500n, style)).toBe('$5.00');
    expect(formatPrice(123_456_789n, style)).toBe('$1,234,567.89');
    expect(formatPrice(1_234_50, { ...style, position: 'postfix', decimal: ',', thousands: '.', symbol: '€' })).toBe('1.234,50€');
    expect(getCurrencySymbol('EUR')).toBe('€');
    expect(encodeSymbol('$')).toBe('&#x24;');
  });
});

describe('The capacity of a ticket', () => {
  it.each([
    ['rsvp', {}, null, { mode: '', capacity: -1, sharedCapacity: null }],
    ['rsvp', { capacity: 5, mode: 'global' }, 10, { mode: 'own', capacity: 5, sharedCapacity: null }],
    ['rsvp', { capacity: -1 }, null, { mode: '', capacity: -1, sharedCapacity: null }],
    ['tc', { capacity: 5 }, null, { mode: 'own', capacity: 5, sharedCapacity: null }],
    ['tc', { mode: 'own' }, null, { mode: 'own', capacity: 0, sharedCapacity: null }],
    ['tc', { mode: 'own', capacity: -1 }, null, { mode: '', capacity: -1, sharedCapacity: null }],
    ['tc', { mode: '', capacity: 9 }, null, { mode: '', capacity: -1, sharedCapacity: null }],
    ['tc', { mode: 'capped', sharedCapacity: 20 }, null, { mode: 'capped', capacity: 20, sharedCapacity: 20 }],
    ['tc', { mode: 'capped', capacity: 30, sharedCapacity: 20 }, null, { mode: 'capped', capacity: 20, sharedCapacity: 20 }],
    ['tc', { mode: 'capped', capacity: 5 }, 20, { mode: 'capped', capacity: 5, sharedCapacity: null }],
    ['tc', { mode: 'global' }, 20, { mode: 'global', capacity: 20, sharedCapacity: null }],
    ['tc', { mode: 'global', sharedCapacity: 25 }, 20, { mode: 'global', capacity: 25, sharedCapacity: 25 }],
  ] as const)('of provider %s with input %j and shared capacity %s is %j', (provider, input, shared, expected) => {
    expect(decideStock(provider, input, shared)).toEqual(expected);
  });
  it('is at least the number of remaining places, whatever was sold before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 2000 }), (capacity, sold) => {
        const stock = computeStock('own', capacity, sold);
        expect(stock).toBeGreaterThanOrEqual(0);
        expect(sold <= capacity ? stock + sold : stock).toBe(sold <= capacity ? capacity : 0);
      }),
    );
  });
  it('is reported in whole percent, 100 if unlimited and 0 without capacity', () => {
    expect(computePercentLeft(29, 30)).toBe(96);
    expect(computePercentLeft(-1, -1)).toBe(100);
    expect(computePercentLeft(0, 0)).toBe(0);
    expect(computePercents(1, 12)).toEqual({ done: 9, remaining: 91 });
    expect(computePercents(0, 0)).toEqual({ done: 100, remaining: 0 });
  });
});

describe('A sale window', () => {
  const zone = getZoneByName('America/New_York');
  const window = { startDate: '2026-03-08', startTime: '01:30:00', endDate: '2026-03-08', endTime: '03:30:00' };
  it('is in the zone of the event and includes both ends, even across a clock change', () => {
    expect(isSaleOpen(window, zone, null, new Date('2026-03-08T06:29:59Z'))).toBe(false);
    expect(isSaleOpen(window, zone, null, new Date('2026-03-08T06:30:00Z'))).toBe(true);
    expect(isSaleOpen(window, zone, null, new Date('2026-03-08T07:30:00Z'))).toBe(true);
    expect(isSaleOpen(window, zone, null, new Date('2026-03-08T07:30:01Z'))).toBe(false);
  });
  it('without an end closes with the event, and otherwise never', () => {
    const unlimited = { startDate: '', startTime: '', endDate: '', endTime: '' };
    expect(isSaleOpen(unlimited, zone, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'))).toBe(true);
    expect(isSaleOpen(unlimited, zone, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:01Z'))).toBe(false);
    expect(isSaleOpen(unlimited, zone, null, new Date('2099-01-01T00:00:00Z'))).toBe(true);
  });
  it('is read from typed dates and times', () => {
    expect(parseSaleBound('2026-03-08', '')).toEqual({ date: '2026-03-08', time: '00:00:00' });
    expect(parseSaleBound('March 8 2026', '8:30 pm')).toEqual({ date: '2026-03-08', time: '20:30:00' });
    expect(parseSaleBound(' ', '08:00')).toEqual({ date: '', time: '' });
    expect(parseSaleBound('someday', '')).toBeNull();
    expect(parseSaleBound('2026-03-08', 'tea time')).toBeNull();
    expect(joinDateAndTime('', '08:00:00')).toBeNull();
    expect(computeSaleStart('2026-03-08T10:44:00')).toEqual({ date: '2026-03-08', time: '10:30:00' });
    expect(computeSaleStart('2026-03-08T23:59:59')).toEqual({ date: '2026-03-08', time: '23:30:00' });
  });
  it('of a reduced price consists of whole days, and a missing bound does not limit it', () => {
    const at = new Date('2026-03-08T04:30:00Z'); // still March 7 in New York
    expect(isReducedPriceValid({ saleEnabled: true, saleStart: '', saleEnd: '2026-03-07' }, zone, at)).toBe(true);
    expect(isReducedPriceValid({ saleEnabled: true, saleStart: '2026-03-08', saleEnd: '' }, zone, at)).toBe(false);
    expect(isReducedPriceValid({ saleEnabled: true, saleStart: '', saleEnd: '' }, zone, at)).toBe(true);
    expect(isReducedPriceValid({ saleEnabled: false, saleStart: '', saleEnd: '' }, zone, at)).toBe(false);
  });
});

describe('The status of an order', () => {
  it('may change from created to any other, and cannot change once it is final', () => {
    for (const status of orderStatuses) {
      expect(canChangeStatus('created', status)).toBe(status !== 'created');
      for (const final of ['denied', 'reversed', 'voided']) expect(canChangeStatus(final, status)).toBe(false);
    }
    expect(canChangeStatus('refunded', 'refunded')).toBe(true);
    expect(canChangeStatus('refunded', 'completed')).toBe(false);
    expect(canChangeStatus('completed', 'pending')).toBe(false);
    expect(findStatusPath('created', 'completed')).toEqual(['pending', 'completed']);
  });
  it('belongs to one group in reports', () => {
    expect(orderStatuses.map(getReportedStatus)).toEqual([
      'incomplete',
      'incomplete',
      'sold',
      'incomplete',
      'incomplete',
      'incomplete',
      'cancelled',
      'refunded',
      'refunded',
      'refunded',
      'other',
    ]);
  });
});

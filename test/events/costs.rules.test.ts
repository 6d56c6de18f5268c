import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCostDetails, formatCosts, normalizeNumber } from '../../src/domains/events/costs.rules.ts';
import { sanitizeSlug } from '../../src/core/text/slug.ts';

const noCurrency = { symbol: '', code: '', position: '' };
const parse = (...costs: string[]) => {
  const details = parseCostDetails(costs, noCurrency, sanitizeSlug);
  return { ...details, cost: formatCosts(costs, details, { symbol: '$', position: 'prefix' }) };
};

describe('Costs of an event (docs/behaviour/events.md 2.6.4)', () => {
  it.each([
    [['20$'], { cost: '20$', symbol: '$', position: 'postfix', values: ['20'] }],
    [['$20'], { cost: '$20', symbol: '$', position: 'prefix', values: ['20'] }],
    [['0$', '20$', '30$'], { cost: 'Free – 30$', symbol: '$', position: 'postfix', values: ['0', '20', '30'] }],
    [['150-500'], { cost: '$150 – $500', symbol: '', position: '', values: ['150', '500'] }],
    [
      ['Free (drinks not included)'],
      { cost: 'Free (drinks not included)', symbol: '', position: '', values: ['free-drinks-not-included'] },
    ],
    [[], { cost: '', symbol: '', position: '', values: [] }],
    [['0'], { cost: 'Free', symbol: '', position: '', values: ['0'] }],
    [['30', '10', '20'], { cost: '$10 – $30', symbol: '', position: '', values: ['10', '20', '30'] }],
    [['10€', '$20'], { cost: '$10 – $20', symbol: '', position: '', values: ['10', '20'] }],
    [['€10', '20€'], { cost: '€10 – €20', symbol: '€', position: '', values: ['10', '20'] }],
    [['12,50 €'], { cost: '12,50 €', symbol: '€', position: 'postfix', values: ['12.50'] }],
    [['€ 1,250', '€ 80'], { cost: '€ 80 – € 1,250', symbol: '€', position: 'prefix', values: ['80', '1250'] }],
    [['20 EUR'], { cost: '20 EUR', symbol: 'EUR', position: 'postfix', values: ['20'] }],
    [['9', '10'], { cost: '$9 – $10', symbol: '', position: '', values: ['9', '10'] }],
  ])('%j is parsed', (costs, expected) => {
    expect(parse(...costs)).toMatchObject(expected);
  });

  it.each([
    ['1,000', '1000'],
    ['1.000', '1000'],
    ['1,50', '1.50'],
    ['1.50', '1.50'],
    ['1,234,567', '1234567'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['007', '7'],
    ['0', '0'],
    ['12,5', '12.5'],
    ['1.0000', '1.0000'],
  ])('%s is read as %s', (token, number) => {
    expect(normalizeNumber(token)).toBe(number);
  });

  it('numbers in any text are listed once, in ascending order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9999), { minLength: 1, maxLength: 8 }), fc.constantFrom('', '$', ' kr', '€ '), (numbers, sign) => {
        const { values } = parse(...numbers.map((number) => number + sign));
        expect(values.map(Number)).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
    );
  });

  it('any string is accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), (costs) => {
        expect(typeof parse(...costs).cost).toBe('string');
      }),
    );
  });

  it('the stored currency of the event is used', () => {
    const details = parseCostDetails(['10'], { symbol: 'kr', code: 'NOK', position: 'postfix' }, sanitizeSlug);
    expect(details).toEqual({ symbol: 'kr', code: 'NOK', position: 'postfix', values: ['10'] });
    expect(formatCosts(['10'], details, { symbol: '$', position: 'prefix' })).toBe('10kr');
  });
});

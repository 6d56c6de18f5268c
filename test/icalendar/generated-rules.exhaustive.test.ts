import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byRrule, byTemporal, byImport } from './rule-repetitions.ts';
import { compact, type Dice, ruleOf, startOf } from './generated-rules.ts';

/** Set `RULES=5000` to test 5,000 rules. */
const RULES = Number(process.env['RULES'] ?? 150);

const dice: fc.Arbitrary<Dice> = fc.infiniteStream(fc.integer({ min: 0, max: 2 ** 30 - 1 })).map((stream) => {
  const next = () => (stream.next().value as number) / 2 ** 30;
  return { chance: (part) => next() < part, below: (end) => Math.floor(next() * end) };
});

describe('Recurrence rules that match their start', () => {
  test('have the same repetitions as in two independent libraries', { timeout: 3_600_000 }, () => {
    let unlike = 0;
    fc.assert(
      fc.property(dice, (thrown) => {
        const start = startOf(thrown);
        const rule = ruleOf(thrown, start);
        const [ours, temporal, other] = [byImport(start, rule), byTemporal(start, rule), byRrule(start, rule)];
        // if the libraries differ, the import must agree with one of them
        if (temporal.join() !== other.join()) unlike += 1;
        expect([temporal.join(), other.join()], `${compact(start)} ${rule}`).toContain(ours.join());
      }),
      { numRuns: RULES },
    );
    expect(unlike / RULES).toBeLessThan(0.02);
  });
});

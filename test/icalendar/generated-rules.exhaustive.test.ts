import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandWithRrule, expandWithTemporal, expandWithImport } from './rule-repetitions.ts';
import { formatCompact, type Dice, generateRule, generateStart } from './generated-rules.ts';

/** Set `RULES=5000` to test 5,000 rules. */
const RULES = Number(process.env['RULES'] ?? 150);

const anyDice: fc.Arbitrary<Dice> = fc.infiniteStream(fc.integer({ min: 0, max: 2 ** 30 - 1 })).map((stream) => {
  const next = () => (stream.next().value as number) / 2 ** 30;
  return { chance: (part) => next() < part, below: (end) => Math.floor(next() * end) };
});

describe('Recurrence rules that match their start', () => {
  test('have the same repetitions as in two independent libraries', { timeout: 3_600_000 }, () => {
    let disagreements = 0;
    fc.assert(
      fc.property(anyDice, (dice) => {
        const start = generateStart(dice);
        const rule = generateRule(dice, start);
        const [ours, temporal, other] = [expandWithImport(start, rule), expandWithTemporal(start, rule), expandWithRrule(start, rule)];
        // if the libraries differ, the import must agree with one of them
        if (temporal.join() !== other.join()) disagreements += 1;
        expect([temporal.join(), other.join()], `${formatCompact(start)} ${rule}`).toContain(ours.join());
      }),
      { numRuns: RULES },
    );
    expect(disagreements / RULES).toBeLessThan(0.02);
  });
});

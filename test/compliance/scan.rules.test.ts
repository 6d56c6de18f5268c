import { describe, expect, it } from 'vitest';
import { computeDetections } from '../../src/domains/compliance/scans/scan.rules.ts';

const names = (meta: object) =>
  computeDetections({ meta, perfect_matches: [{ name: 'Google Analytics' }] }, { usesConsentMode: false, sellsTickets: false }).map(
    ({ name }) => name,
  );

describe('Result of a scan', () => {
  it.each(['', '0', 0, false, null, undefined, [], {}])('with %j has no privacy statement', (detected) => {
    expect(names({ detected_pp: detected })).toEqual(['block_01', 'block_05']);
  });
  it.each(['https://example.org/privacy', true, ['https://example.org/privacy']])('with %j has a privacy statement', (detected) => {
    expect(names({ detected_pp: detected })).toEqual(['block_01', 'block_04']);
  });
  it.each([
    [false, ['block_01', 'block_05']],
    [0, ['block_01', 'block_05']],
    [1, ['block_05']],
    [true, ['block_05']],
  ])('with consent mode %j detects %j', (found, expected) => {
    expect(names({ googleConsentMode: { found } })).toEqual(expected);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packed, unpacked } from '../../src/core/db/packed.ts';

const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }).map((text) => JSON.stringify({ text })));

describe('Packed texts', () => {
  it('arrive unchanged and in order, in messages within the size limit of notifications', () => {
    fc.assert(
      fc.property(texts, (originals) => {
        const messages = packed(originals);
        for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000);
        expect(messages.flatMap(unpacked)).toEqual(originals);
      }),
    );
  });

  it('use the fewest possible messages', () => {
    const events = Array.from({ length: 100 }, (_, id) => JSON.stringify({ id, kind: 'event', from: null, to: 'publish' }));
    expect(packed(events)).toHaveLength(1);
    expect(packed(['a'.repeat(4_000), 'b'.repeat(4_000)])).toHaveLength(2);
    expect(packed([])).toEqual([]);
  });

  it('are refused if a single text is too long', () => {
    expect(() => packed(['é'.repeat(4_000)])).toThrow(RangeError);
  });
});

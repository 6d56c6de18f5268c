import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPayloads, unpackPayloads } from '../../src/core/db/pack-payloads.ts';

const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }).map((text) => JSON.stringify({ text })));

describe('Packed strings', () => {
  it('arrive unchanged and in order, in messages within the size limit of notifications', () => {
    fc.assert(
      fc.property(texts, (originals) => {
        const messages = packPayloads(originals);
        for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000);
        expect(messages.flatMap(unpackPayloads)).toEqual(originals);
      }),
    );
  });

  it('use the fewest possible messages', () => {
    const events = Array.from({ length: 100 }, (_, id) => JSON.stringify({ id, kind: 'event', from: null, to: 'publish' }));
    expect(packPayloads(events)).toHaveLength(1);
    expect(packPayloads(['a'.repeat(4_000), 'b'.repeat(4_000)])).toHaveLength(2);
    expect(packPayloads([])).toEqual([]);
  });

  it('are refused if a single string is too long', () => {
    expect(() => packPayloads(['é'.repeat(4_000)])).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCdataEscaper } from '../../src/domains/transfer/wxr/nested-cdata.ts';
import { createTreeReader } from '../../src/domains/transfer/wxr/tree-reader.ts';

function repair(pieces: readonly string[]): string {
  const transform = createCdataEscaper();
  return pieces.map((piece) => transform.process(piece)).join('') + transform.finish();
}

function readTexts(xml: string): string[] {
  const texts: string[] = [];
  const reader = createTreeReader(({ text }) => texts.push(text));
  reader.write(xml);
  reader.end();
  return texts;
}

const piece = fc.constantFrom('a', ' ', '\n', ']', ']]', '>', ']]>', '<![CDATA[', '<', '</', '&', 'ü', ']]]]><![CDATA[>');

describe('CDATA sections that contain their own end', () => {
  it('are read up to the closing tag of their element', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        // an end followed by a closing tag is a real end, and escaped ends are unescaped
        fc.pre(!/\]\]>\s*(<\/|<!\[CDATA\[)/.test(`${text}]`) && !/\]\]>\s*$/.test(text) && !text.endsWith(']'));
        expect(readTexts(repair([`<rss><channel><title><![CDATA[${text}]]></title></channel></rss>`]))).toEqual([text]);
      }),
      { numRuns: 500 },
    );
  });

  it('are read the same for any split into chunks, and valid files stay unchanged', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(60), { maxLength: 6 }), (pieces, cuts) => {
        const xml = `<t><![CDATA[${pieces.join('')}]]></t>`;
        const boundaries = [0, ...cuts.map((cut) => Math.min(cut, xml.length)).sort((a, b) => a - b), xml.length];
        expect(repair(boundaries.slice(1).map((to, i) => xml.slice(boundaries[i], to)))).toBe(repair([xml]));
      }),
      { numRuns: 500 },
    );
    const valid = '<t><![CDATA[a]]]]><![CDATA[>b]]>  \n</t><u><![CDATA[]]></u>';
    expect(repair([valid])).toBe(valid);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, trustHtml } from '../../src/core/text/html.ts';

describe('The html template', () => {
  it('escapes strings and numbers in text and in attributes', () => {
    expect(html`<p title="${'"a\' & <b>'}">${'<script>'} ${5}</p>`.toString()).toBe(
      '<p title="&quot;a&#039; &amp; &lt;b&gt;">&lt;script&gt; 5</p>',
    );
  });

  it('accepts markup, lists and empty values', () => {
    const items = ['a', '<b>'].map((name) => html`<li>${name}</li>`);
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${trustHtml('<hr>')}${[]}${0}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>0',
    );
  });

  it('never lets a value break out of its position', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const markup = html`<p title="${text}">${text}</p>`.toString();
        const [, title, body] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/s.exec(markup) ?? [];
        expect(title).toBe(body);
        expect(title).not.toBeUndefined();
      }),
    );
  });
});

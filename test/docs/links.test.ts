import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAnchors } from '../../src/web/docs/markdown.ts';

const documents = [...globSync('*.md'), ...globSync('{docs,examples}/**/*.md')].filter((file) => !file.includes('node_modules'));

/** Returns the links of a document to files of this repository. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link as string).filter((link) => !/^[a-z]+:/.test(link));
}

describe('Documents', () => {
  it('have no dead links', () => {
    const dead: string[] = [];
    for (const document of documents)
      for (const link of linksOf(readFileSync(document, 'utf8'))) {
        const [target = '', anchor] = link.split('#');
        const file = target === '' ? document : path.join(path.dirname(document), decodeURIComponent(target));
        if (!existsSync(file)) dead.push(`${document}: ${link}`);
        else if (anchor !== undefined && statSync(file).isFile() && !findAnchors(readFileSync(file, 'utf8')).has(anchor))
          dead.push(`${document}: ${link}`);
      }
    expect(dead).toEqual([]);
  });

  it('are short if they introduce a part of the project', () => {
    const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length;
    expect(lines('README.md')).toBeLessThanOrEqual(150);
    expect(statSync('README.md').size).toBeLessThanOrEqual(12 * 1024);
    expect(lines('docs/architecture.md')).toBeLessThanOrEqual(200);
    expect(lines('docs/benchmarks.md')).toBeLessThanOrEqual(150);
  });
});

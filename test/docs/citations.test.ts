import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// Comments cite the behavior reference by file and section, such as `docs/behaviour/events.md 2.6.1`.
const FILES = globSync('docs/behaviour/*.md').map((file) => file.replaceAll('\\', '/'));

const sections = new Map(
  FILES.map((file) => [
    file.slice('docs/behaviour/'.length),
    new Set([...readFileSync(file, 'utf8').matchAll(/^#{2,4} (\d+[a-z]?(?:\.\d+)*)\.? /gm)].map(([, number]) => number as string)),
  ]),
);

const CITATION = new RegExp(
  `\\b(${[...sections.keys()].map((file) => file.replace('.', '\\.')).join('|')}),? (?:sections? )?(\\d+[a-z]?(?:\\.\\d+)*)`,
  'g',
);

describe('Citations of the behavior reference', () => {
  it('name existing sections', () => {
    const missing: string[] = [];
    let count = 0;
    for (const file of globSync('{src,graphql,rest-map,test,bench,scripts,docs}/**/*.{ts,graphql,md,mjs,prisma}')) {
      if (file.startsWith('src/generated')) continue;
      for (const [citation, name, number] of readFileSync(file, 'utf8').matchAll(CITATION)) {
        count++;
        if (sections.get(name as string)?.has(number as string) !== true) missing.push(`${file}: ${citation}`);
      }
    }
    expect(missing).toEqual([]);
    expect(count).toBeGreaterThan(400);
  });
});

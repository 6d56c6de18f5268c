import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Returns the project-relative paths that a page links to, without external URLs. */
function linkedPaths(page: string): string[] {
  const prose = readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    const path = target.split('#', 1)[0] ?? '';
    return path === '' || /^[a-z]+:/.test(path) ? [] : [join(dirname(page), path)];
  });
}

describe('The documentation', () => {
  it('links only to files that exist', () => {
    const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')];
    expect(pages.length).toBeGreaterThan(20);
    const dead = pages.flatMap((page) => linkedPaths(page).flatMap((path) => (existsSync(path) ? [] : [`${page}: ${path}`])));
    expect(dead).toEqual([]);
  });

  it('starts with a short README', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme.split('\n').length).toBeLessThanOrEqual(150);
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000);
  });
});

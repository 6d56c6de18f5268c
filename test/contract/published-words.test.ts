import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { failures } from '../../rest-map/failures.ts';
import { namespaceTables } from '../../rest-map/map.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the lines of code that does not serve old clients: domains, core, web and the GraphQL schema. */
function domainLines(): { place: string; text: string }[] {
  const files = ['src', 'graphql'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files
    .filter((file) => file.endsWith('.ts') && !/^src\/(rest|generated)\//.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
    );
}

/** Calls that throw a failure with a code. */
const THROWN = /(?:\binvalid|\bnotFound|\brefused|\bFailure)\((?:[\w.]+, )?['`]([^'`]+)['`]/;

describe('Published failure codes', () => {
  const lines = domainLines();

  it('appear only in the map, never in a domain', () => {
    // the path for old clients, and names in stored settings and rendered pages
    const others = /rest_(route|url|method|disabled)\b/g;
    expect(lines.filter(({ text }) => /\brest_[a-z]/.test(text.replaceAll(others, ''))).map(({ place }) => place)).toEqual([]);
  });

  it('are not written in domains, whose codes use underscores', () => {
    const thrown = lines.flatMap(({ place, text }) => {
      const code = THROWN.exec(text)?.[1];
      return code === undefined ? [] : [{ place, code }];
    });
    expect(thrown.length).toBeGreaterThan(150);
    expect(thrown.filter(({ code }) => /^[^ ]+-[^ ]+$/.test(code))).toEqual([]);
  });

  it('replace only codes that a domain throws', () => {
    const text = lines.map((line) => line.text).join('\n');
    // `could_not_update_${kind}`
    const patterns = [...text.matchAll(/`([a-z_]*)\$\{[^}]+\}([a-z_]*)`/g)]
      .filter(([, before, after]) => `${before}${after}`.length > 6)
      .map(([, before, after]) => new RegExp(`^${before}[a-z]+${after}$`));
    const tables = [failures, ...namespaceTables.map(({ options }) => options.failures ?? {})];
    const unused = tables
      .flatMap((table) => Object.keys(table))
      .filter((code) => !code.startsWith('rest_') && !text.includes(`'${code}'`) && !patterns.some((pattern) => pattern.test(code)));
    expect(unused).toEqual([]);
  });
});

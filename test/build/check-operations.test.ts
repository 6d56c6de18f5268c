import path from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { createRestMap } from '../../rest-map/map.ts';
import { checkOperations, storeOperationsHash } from '../../src/build/check-operations.ts';
import { hashDocuments, wereChecked } from '../../src/rest/engine/checked-texts.ts';
import { joinSources } from '../../src/rest/engine/operations.ts';
import { getSharedSchema } from '../support/app.ts';

const CHECKED_TEXTS = path.resolve('src/rest/engine/checked-texts.ts');

/** Builds `checked-texts.ts` with a hash and returns its `wereChecked`. */
async function buildWereChecked(file: string, hash: string): Promise<typeof wereChecked> {
  const build = await rolldown({ input: file, platform: 'node', plugins: [storeOperationsHash(hash)], logLevel: 'silent' });
  try {
    const { output } = await build.generate({ format: 'esm' });
    const address = `data:text/javascript,${encodeURIComponent(output[0].code)}`;
    return ((await import(address)) as { wereChecked: typeof wereChecked }).wereChecked;
  } finally {
    await build.close();
  }
}

describe('Build', () => {
  it('accepts the operations and routes of the map', () => {
    const map = createRestMap();
    expect(checkOperations(getSharedSchema(), map)).toBe(hashDocuments(joinSources(map.sources)));
  });

  it('refuses an operation that does not match the schema', () => {
    const invalidSource = { file: 'rest-map/wrong.graphql', text: 'query wrong { nothingOfThatName }' };
    const map = createRestMap();
    expect(() => checkOperations(getSharedSchema(), { ...map, sources: [...map.sources, invalidSource] })).toThrow(
      'rest-map/wrong.graphql: wrong: Cannot query field "nothingOfThatName"',
    );
  });

  it('refuses a route without its operation', () => {
    const map = createRestMap();
    const table = { name: 'wrong/v1', options: {}, routes: [[['GET'], '/thing', {}, 'noSuchOperation', { kind: 'item' }]] } as const;
    expect(() => checkOperations(getSharedSchema(), { ...map, tables: [...map.tables, table] })).toThrow('noSuchOperation');
  });

  it('marks exactly its own documents as checked', async () => {
    const builtWereChecked = await buildWereChecked(CHECKED_TEXTS, hashDocuments('own texts'));
    expect([builtWereChecked('own texts'), builtWereChecked('other texts')]).toEqual([true, false]);
  });

  it('fails if the source has no place for the hash', () => {
    const plugin = storeOperationsHash('');
    const errors: unknown[] = [];
    const transform = plugin.transform as (this: { error(message: string): void }, code: string, id: string) => unknown;
    transform.call({ error: (message) => errors.push(message) }, 'const other = 1;', CHECKED_TEXTS);
    expect(errors).toEqual([expect.stringContaining('has no place')]);
  });
});

it('marks nothing as checked if the sources run, so that each start checks all documents', () => {
  expect(wereChecked(joinSources(createRestMap().sources))).toBe(false);
});

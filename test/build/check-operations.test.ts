import path from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { restMap } from '../../rest-map/map.ts';
import { checkOperations, notesChecked } from '../../src/build/check-operations.ts';
import { hashOfTexts, wereChecked } from '../../src/rest/engine/checked-texts.ts';
import { textsOf } from '../../src/rest/engine/operations.ts';
import { sharedSchema } from '../support/app.ts';

const CHECKED_TEXTS = path.resolve('src/rest/engine/checked-texts.ts');

/** What the file says of texts once it is built for those with this hash. */
async function built(file: string, hash: string): Promise<typeof wereChecked> {
  const build = await rolldown({ input: file, platform: 'node', plugins: [notesChecked(hash)], logLevel: 'silent' });
  try {
    const { output } = await build.generate({ format: 'esm' });
    const address = `data:text/javascript,${encodeURIComponent(output[0].code)}`;
    return ((await import(address)) as { wereChecked: typeof wereChecked }).wereChecked;
  } finally {
    await build.close();
  }
}

describe('A build', () => {
  it('is of operations and rows that are valid', () => {
    const map = restMap();
    expect(checkOperations(sharedSchema(), map)).toBe(hashOfTexts(textsOf(map.sources)));
  });

  it('is not made of an operation that the schema cannot answer', () => {
    const wrong = { file: 'rest-map/wrong.graphql', text: 'query wrong { nothingOfThatName }' };
    const map = restMap();
    expect(() => checkOperations(sharedSchema(), { ...map, sources: [...map.sources, wrong] })).toThrow(
      'rest-map/wrong.graphql: wrong: Cannot query field "nothingOfThatName"',
    );
  });

  it('is not made of a row whose operation nobody wrote', () => {
    const map = restMap();
    const table = { name: 'wrong/v1', options: {}, rows: [[['GET'], '/thing', {}, 'noSuchOperation', { kind: 'item' }]] } as const;
    expect(() => checkOperations(sharedSchema(), { ...map, tables: [...map.tables, table] })).toThrow('noSuchOperation');
  });

  it('knows the texts that it was made of as checked, and no others', async () => {
    const wereCheckedThere = await built(CHECKED_TEXTS, hashOfTexts('those'));
    expect([wereCheckedThere('those'), wereCheckedThere('others')]).toEqual([true, false]);
  });

  it('of sources that have no place for what was checked fails', () => {
    const plugin = notesChecked('');
    const failed: unknown[] = [];
    const transform = plugin.transform as (this: { error(words: string): void }, code: string, id: string) => unknown;
    transform.call({ error: (words) => failed.push(words) }, 'const other = 1;', CHECKED_TEXTS);
    expect(failed).toEqual([expect.stringContaining('has no place')]);
  });
});

it('sources know no texts as checked, so each start from them checks all', () => {
  expect(wereChecked(textsOf(restMap().sources))).toBe(false);
});

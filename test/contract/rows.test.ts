import { globSync, readFileSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { integer } from '#app/rest/table.ts';
import { namespaceTables } from '../../rest-map/map.ts';

interface Found {
  /** Row and members that lead to the function. */
  at: string;
  run: unknown;
}

/** Every function in a value, wherever it is in it. */
function functionsIn(value: unknown, at: string, seen = new Set<unknown>()): Found[] {
  if (typeof value === 'function') return [{ at, run: value }];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([name, member]) => functionsIn(member, `${at} ${name}`, seen));
}

const rows = namespaceTables.flatMap(({ name, rows: all, options }) => [
  { at: name, row: options as unknown },
  ...all.map((row) => ({ at: `${name} ${row[0].join()} ${row[1]}`, row: row as unknown })),
]);

/** The file in which each function stands, by the engine that runs it; null for one of the language's own. */
async function filesOf(functions: readonly unknown[]): Promise<(string | null)[]> {
  const session = new Session();
  session.connect();
  const place = globalThis as { functionsOfRows?: readonly unknown[] };
  try {
    const scripts = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => void scripts.set(params.scriptId, params.url));
    await session.post('Debugger.enable');
    place.functionsOfRows = functions;
    const files: (string | null)[] = [];
    for (const index of functions.keys()) {
      const { result } = await session.post('Runtime.evaluate', { expression: `functionsOfRows[${index}]` });
      const { internalProperties = [] } = await session.post('Runtime.getProperties', {
        objectId: String(result.objectId),
        ownProperties: true,
      });
      const location = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value as
        | Debugger.Location
        | undefined;
      files.push(location ? (scripts.get(location.scriptId) ?? '') : null);
    }
    return files;
  } finally {
    delete place.functionsOfRows;
    session.disconnect();
  }
}

const ofTheWords = (file: string | null): boolean => file === null || file.includes('/src/rest/parameters/');

describe('Rows are data', () => {
  let found: (Found & { file: string | null })[];
  beforeAll(async () => {
    const own: Found = { at: 'made here', run: () => true };
    const functions = [...rows.flatMap(({ at, row }) => functionsIn(row, at)), own];
    const files = await filesOf(functions.map(({ run }) => run));
    found = functions.map((one, index) => ({ ...one, file: files[index] ?? null }));
  });

  it('hold no function but those of the words they are made with', () => {
    const written = found.filter(({ file, at }) => !ofTheWords(file) && at !== 'made here');
    expect(
      written.map(({ at, file }) => `${at}: ${file}`),
      'A rule for values belongs into a word of src/rest/parameters, one for things into a service',
    ).toEqual([]);
  });
  it('say of no parameter how it is judged or read but by its word, not with a function of the language either', () => {
    const root = path.resolve(import.meta.dirname, '../../rest-map');
    const told = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (/\b(check|clean|accepts)\b\s*[:(,}]/.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(told).toEqual([]);
  });
  it('are all looked through, and a function from elsewhere is seen', () => {
    expect(rows.length).toBeGreaterThan(380);
    expect(found.filter(({ file }) => file?.includes('/src/rest/parameters/')).length).toBeGreaterThan(500);
    expect(found.find(({ at }) => at === 'made here')?.file).toMatch(/rows\.test\.ts/);
    expect(functionsIn([['GET'], '/', { id: integer({ check: () => true }) }], 'row').map(({ at }) => at)).toEqual(['row 2 id check']);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('src/generated/'))
    .sort();
}

const aliases: readonly (readonly [alias: RegExp, target: string])[] = [
  [/^#app\//, 'src/'],
  [/^#graphql\//, 'graphql/'],
  [/^#db$/, 'src/generated/prisma/client.ts'],
];

interface Import {
  from: string;
  /** Path from the root of the project. */
  to: string;
  /** Only types are taken, so nothing of it runs. */
  isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(type\s+)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].flatMap(([, type, named, bare, dynamic]) => {
    const wanted = named ?? bare ?? dynamic ?? '';
    const alias = aliases.find(([pattern]) => pattern.test(wanted));
    const to = alias ? wanted.replace(alias[0], alias[1]) : wanted.startsWith('.') ? path.join(path.dirname(file), wanted) : null;
    return to === null ? [] : [{ from: file, to: path.normalize(to), isType: type !== undefined }];
  });
}

const files = [...filesBelow('src'), ...filesBelow('graphql'), ...filesBelow('rest-map')];
const imports = files.flatMap(importsOf);

/** Files at the top that put the parts together. */
const wiring = /^src\/(app|main|open-site|first-contents|welcome|workers?|background)\.ts$|^src\/cli\/|^src\/jobs\/site\.jobs\.ts$/;
const core = /^src\/core\//;
const rest = /^src\/rest\//;
const http = /^src\/(http|pages)\//;
const graphql = /^graphql\//;
const map = /^rest-map\//;
/** What every domain may use beside the core: the site it works for, its configuration and settings. */
const shared = /^src\/(site|config)\.ts$|^src\/settings\//;
const domain = (file: string): boolean =>
  file.startsWith('src/') && ![wiring, core, rest, http, shared, /^src\/generated\//].some((pattern) => pattern.test(file));

interface Rule {
  title: string;
  why: string;
  of: (file: string) => boolean;
  forbidden: (to: string, one: Import) => boolean;
}

const rules: readonly Rule[] = [
  {
    title: 'src/core knows no domain and no face',
    why: 'the core is what everything else stands on; whatever it imported would be below everything too',
    of: (file) => core.test(file),
    forbidden: (to) => !core.test(to) && !to.startsWith('src/generated/'),
  },
  {
    title: 'A domain knows neither GraphQL types nor REST nor HTTP',
    why: 'services hold the rules for both faces; a rule that knew a face would hold for one of them',
    of: domain,
    forbidden: (to) => graphql.test(to) || map.test(to) || rest.test(to) || http.test(to) || /^src\/(app|main)\.ts$/.test(to),
  },
  {
    title: 'graphql/ shows domains and knows neither REST nor HTTP',
    why: 'the schema is the whole domain; old interfaces are tables over it, not the other way round',
    of: (file) => graphql.test(file),
    forbidden: (to) => map.test(to) || rest.test(to) || http.test(to) || wiring.test(to),
  },
  {
    title: 'Types of one part of graphql/ are not put together there',
    why: 'graphql/schema.ts puts the parts together, nothing in the parts reaches back to it',
    of: (file) => graphql.test(file) && file !== 'graphql/schema.ts',
    forbidden: (to) => to === 'graphql/schema.ts',
  },
  {
    title: 'rest-map holds tables: it imports the words of src/rest/table.ts and generated types, nothing else',
    why: 'a row that seems to need code needs a rule in a service, a GraphQL field, or a feature of the engine',
    of: (file) => map.test(file),
    forbidden: (to) => to !== 'src/rest/table.ts' && to !== 'src/generated/documents.ts' && !map.test(to),
  },
  {
    title: 'A namespace of rest-map does not import another one',
    why: 'two faces of one domain share the domain; a shared table would change both when one of them changes',
    of: (file) => /^rest-map\/[^/]+\//.test(file),
    forbidden: (to, { from }) => /^rest-map\/[^/]+\//.test(to) && to.split('/')[1] !== from.split('/')[1],
  },
  {
    title: 'src/rest knows no domain and no namespace',
    why: 'the engine gets schema and map as arguments, so that no namespace gets code of its own in it',
    of: (file) => rest.test(file),
    forbidden: (to, { isType }) =>
      !(
        rest.test(to) ||
        core.test(to) ||
        /^src\/http\/(?!graphql)/.test(to) ||
        (isType && (to.startsWith('graphql/') || to === 'src/config.ts'))
      ),
  },
  {
    title: 'Nothing imports what puts the parts together',
    why: 'src/app.ts and src/main.ts are the top: what needs something of them gets it as an argument',
    of: (file) => !wiring.test(file),
    forbidden: (to) => /^src\/(app|main|first-contents|welcome)\.ts$/.test(to),
  },
];

describe('Imports go one way', () => {
  it.each(rules.map((rule) => [rule.title, rule] as const))('%s', (_title, { of, forbidden, why }) => {
    const wrong = imports.filter((one) => of(one.from) && forbidden(one.to, one)).map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong, `These imports must not be: ${why}`).toEqual([]);
  });
  it('every rule has files to hold for', () => {
    expect(rules.filter(({ of }) => !files.some(of)).map(({ title }) => title)).toEqual([]);
  });
  it('all of it was read', () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(
      imports.filter(({ to }) => !to.startsWith('src/generated/') && !files.includes(to)).map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([]);
  });
});

interface Place {
  title: string;
  pattern: RegExp;
  allowed: RegExp;
  why: string;
}

const places: readonly Place[] = [
  {
    title: 'The environment is read in src/config.ts alone',
    pattern: /\bprocess\.env\b/,
    allowed: /^src\/config\.ts$|^src\/cli\/prepare\.ts$/,
    why: 'one typed reader reports every fault of the environment at once',
  },
  {
    title: 'The clock is src/core/clock.ts',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/,
    allowed: /^src\/core\/clock\.ts$/,
    why: 'a test can then decide what time it is',
  },
  {
    title: 'Nothing is written past the log',
    pattern: /\bconsole\.\w/,
    allowed: /^$/,
    why: 'the log removes credentials and can be read by machines; commands write to stdout themselves',
  },
];

function linesOf(file: string): string[] {
  const code = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return code.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''));
}

describe('Things that have one place', () => {
  it.each(places.map((place) => [place.title, place] as const))('%s', (_title, { pattern, allowed, why }) => {
    const wrong = files
      .filter((file) => !allowed.test(file))
      .flatMap((file) => linesOf(file).flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])));
    expect(wrong, `These lines belong elsewhere: ${why}`).toEqual([]);
  });
});

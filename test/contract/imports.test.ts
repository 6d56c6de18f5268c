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
const wiring =
  /^src\/(app|main|start|service|domains|open-site|site-engine|database-server|first-contents|welcome)\.ts$|^src\/(build|cli)\//;
const core = /^src\/core\//;
const rest = /^src\/rest\//;
const web = /^src\/web\//;
const graphql = /^graphql\//;
const map = /^rest-map\//;
const quirks = /^rest-map\/[^/]+\/parameters\.ts$/;
/** What everything but the core may use: the site it works for. */
const site = /^src\/site\.ts$/;
const configuration = /^src\/config\//;
const generated = /^src\/generated\//;
/** A domain's pages stand on the web; what it declares names them. */
const faces = /^src\/domains\/(.+\/)?pages\/|^src\/domains\/[^/]+\/domain\.ts$|\.(page|route)\.ts$/;
const inDomains = (file: string): boolean => file.startsWith('src/domains/');
const domain = (file: string): boolean => inDomains(file) && !faces.test(file);

interface Rule {
  title: string;
  why: string;
  of: (file: string) => boolean;
  forbidden: (to: string, one: Import) => boolean;
}

const rules: readonly Rule[] = [
  {
    title: 'src/core knows no domain, no face and not the whole site',
    why: 'the core is what everything else stands on; what domains declare takes the site as a type parameter, the rest is src/core/site',
    of: (file) => core.test(file),
    forbidden: (to, { isType }) => !core.test(to) && !generated.test(to) && !(isType && configuration.test(to)),
  },
  {
    title: 'A domain knows neither GraphQL types nor REST nor HTTP',
    why: 'services hold the rules for both faces; a rule that knew a face would hold for one of them',
    of: domain,
    forbidden: (to) => graphql.test(to) || map.test(to) || rest.test(to) || web.test(to) || wiring.test(to),
  },
  {
    title: 'Pages of a domain know neither GraphQL types nor REST tables',
    why: 'pages call the services that both faces call',
    of: (file) => inDomains(file) && faces.test(file),
    forbidden: (to) => graphql.test(to) || map.test(to) || wiring.test(to),
  },
  {
    title: 'graphql/ shows domains and knows neither REST nor HTTP',
    why: 'the schema is the whole domain; old interfaces are tables over it, not the other way round',
    of: (file) => graphql.test(file),
    forbidden: (to) => map.test(to) || rest.test(to) || web.test(to) || wiring.test(to),
  },
  {
    title: 'Types of one part of graphql/ are not put together there',
    why: 'graphql/schema.ts puts the parts together, nothing in the parts reaches back to it',
    of: (file) => graphql.test(file) && file !== 'graphql/schema.ts',
    forbidden: (to) => to === 'graphql/schema.ts',
  },
  {
    title: 'The parameters of a namespace stand on the parameters of the engine, texts and moments',
    why: 'a quirk of old clients is a small pure function; a rule about things belongs in a service or a GraphQL field',
    of: (file) => quirks.test(file),
    forbidden: (to, { from }) => !/^src\/rest\/parameters\/|^src\/core\/(text|time)\//.test(to) && path.dirname(to) !== path.dirname(from),
  },
  {
    title: 'rest-map holds tables: it imports the words of src/rest/table.ts and its own files, nothing else',
    why: 'what a route needs besides is a parameter of its namespace, a rule in a service, a GraphQL field, or a feature of the engine',
    of: (file) => map.test(file) && !quirks.test(file),
    forbidden: (to) => to !== 'src/rest/table.ts' && !map.test(to),
  },
  {
    title: 'A namespace of rest-map does not import another one',
    why: 'two faces of one domain share the domain; a shared table would change both when one of them changes',
    of: (file) => /^rest-map\/[^/]+\//.test(file),
    forbidden: (to, { from }) => /^rest-map\/[^/]+\//.test(to) && to.split('/')[1] !== from.split('/')[1],
  },
  {
    title: 'src/rest knows no domain and no namespace',
    why: 'the engine gets schema and map as arguments; what one namespace needs stands in that namespace',
    of: (file) => rest.test(file),
    forbidden: (to, { isType }) =>
      !(
        rest.test(to) ||
        core.test(to) ||
        /^src\/web\/(?!graphql)/.test(to) ||
        (isType && (to.startsWith('graphql/') || to === 'src/config/config.ts'))
      ),
  },
  {
    title: 'What a start asks before it loads the build imports nothing else of the project',
    why: 'whatever it imported would be loaded unbuilt beside the build, as a second copy',
    of: (file) => file === 'src/start.ts' || file === 'src/build/record.ts',
    forbidden: (to) => to !== 'src/build/record.ts' && to !== 'src/main.ts',
  },
  {
    title: 'Nothing imports what puts the parts together',
    why: 'src/app.ts and src/main.ts are the top: what needs something of them gets it as an argument',
    of: (file) => !wiring.test(file),
    forbidden: (to) => /^src\/(app|main|service|site-engine|first-contents|welcome)\.ts$/.test(to),
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
      imports
        .filter(({ to }) => !to.startsWith('src/generated/') && !to.endsWith('.json') && !files.includes(to))
        .map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([]);
  });
});

/**
 * The module of a file: a domain, the pages of a domain, a folder of the core, of the transports or of the map, or the files beside its
 * folders; null for what puts parts together.
 */
function roomOf(file: string): string | null {
  const name = /^src\/domains\/([^/]+)\//.exec(file)?.[1];
  if (name !== undefined) return file.endsWith('/domain.ts') ? null : faces.test(file) ? `pages of ${name}` : `src/domains/${name}`;
  const [, shelf, room] = /^(src\/core|src\/rest|src\/web|graphql|rest-map)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (shelf === undefined) return null;
  if (room !== undefined) return `${shelf}/${room}`;
  return puttingTogether.test(file) ? null : `${shelf}, beside its folders`;
}

/** Files of a layer that put its modules together. */
const puttingTogether = /^graphql\/schema\.ts$|^rest-map\/(map|tables)\.ts$/;

/** The layer of a file: the core, the domains, their pages, a transport. */
function shelfOf(file: string): string | null {
  if (inDomains(file)) return file.endsWith('/domain.ts') ? null : faces.test(file) ? 'pages of domains' : 'domains';
  return /^(src\/core|src\/rest|src\/web|graphql|rest-map)\//.exec(file)?.[1] ?? null;
}

/** Modules, or layers, that can be reached from one and lead back to it. */
function inCycles(placeOf: (file: string) => string | null): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a !== null && b !== null && a !== b) next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reached = (room: string, seen = new Set<string>()): Set<string> => {
    for (const other of next.get(room) ?? []) if (!seen.has(other)) reached(other, seen.add(other));
    return seen;
  };
  return [...next.keys()].filter((room) => reached(room).has(room)).sort();
}

describe('Modules', () => {
  it('have no cycles, types included', () => {
    expect(inCycles((file) => file)).toEqual([]);
  });
});

describe('Rooms', () => {
  it('stand on each other in one direction: no room leads back to itself', () => {
    expect(inCycles(roomOf)).toEqual([]);
  });
  it('are on shelves that stand on each other in one direction', () => {
    expect(inCycles(shelfOf)).toEqual([]);
  });
  it('hold every file that is not at the top', () => {
    const homeless = files.filter((file) => roomOf(file) === null && !puttingTogether.test(file) && !file.endsWith('/domain.ts'));
    expect(homeless.filter((file) => !wiring.test(file) && !site.test(file) && !configuration.test(file))).toEqual([]);
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
    title: 'The environment is read in src/config/config.ts alone',
    pattern: /\bprocess\.env\b/,
    // what else they see of it, programs that are started by these decide themselves
    allowed: /^src\/config\/config\.ts$|^src\/cli\/(prepare|studio)\.ts$|^src\/core\/db\/embedded\/run-program\.ts$/,
    why: 'one typed reader reports every fault of the environment at once',
  },
  {
    title: 'The clock is src/core/time/clock.ts',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/,
    allowed: /^src\/core\/time\/clock\.ts$/,
    why: 'a test can then decide what time it is',
  },
  {
    title: 'Readers of a request are made by src/core/batching/grouped-reads.ts',
    pattern: /\bnew DataLoader\b/,
    allowed: /^src\/core\/batching\/grouped-reads\.ts$/,
    why: 'a trace then shows what was read together, and for how many',
  },
  {
    title: 'Nothing is written past the log',
    pattern: /(?<![-\w])console\.\w/,
    allowed: /^$/,
    why: 'the log removes credentials and can be read by machines; commands write to stdout themselves',
  },
  {
    title: 'Statements are declared, and run by what src/core/db offers for them',
    pattern: /\$(query|execute)Raw|\bdb\.sql\b/,
    allowed: /^src\/core\/db\//,
    why: 'one test prepares all declared statements, so that none names what the database has not',
  },
  {
    title: 'No module keeps what changes, but the clock',
    pattern: /^(export )?let /,
    allowed: /^src\/core\/time\/clock\.ts$/,
    why: 'what is kept for a site or a database is in its `state`; what is made on first use is made by `once`',
  },
  {
    title: 'Failures name arguments as GraphQL does',
    pattern: /\bmessage: ['"`][^'"`]*\b[a-z]+_[a-z]+\b/,
    allowed: /^(?!src\/domains\/|graphql\/)/,
    why: 'the REST engine names the parameter behind an argument itself',
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

/** What is kept beside the object it belongs to, and why it cannot be a member of that. */
const keptBeside: Readonly<Record<string, string>> = {
  'src/core/caching/cache-dependencies.ts': 'AsyncLocalStorage: statements note what they read for the response at hand',
  'src/core/db/facts-first.ts': 'WeakSet: connections are objects of pg',
  'src/core/db/transaction.ts': 'AsyncLocalStorage: a statement outside of the open transaction is refused',
  'src/core/logging/request-facts.ts': 'AsyncLocalStorage: log lines and statements belong to the request at hand',
  'src/core/tracing/tracing.ts': 'AsyncLocalStorage: spans are below the span at hand',
  'src/domains/consent/blocking/visitor-decision.ts': 'WeakMap: parts of a page have its cookies in common and nothing else',
  'src/rest/engine/operations.ts': 'WeakMap: sites of one process have a schema, which is an object of graphql-js, in common',
  'src/web/graphql-limits.ts': 'WeakMap: documents are objects of graphql-js, which Yoga drops',
  'src/web/graphql-repetitions.ts': 'WeakMap: documents are objects of graphql-js, which Yoga drops',
  'graphql/columns-read.ts': 'WeakMap: places in a document are objects of graphql-js, which Yoga drops',
};

describe('State', () => {
  it('is a member of what it belongs to', () => {
    const found = files.flatMap((file) =>
      linesOf(file).flatMap((line) => (/new (WeakMap|WeakSet|AsyncLocalStorage)\b/.test(line) ? [file] : [])),
    );
    expect(found.sort(), 'What is kept for a site or a database is in its `state`, for a request in a decorator').toEqual(
      Object.keys(keptBeside).sort(),
    );
  });
});

describe('Files', () => {
  const textOf = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split('\n');

  it('of the service are short', () => {
    expect(files.filter((file) => textOf(file).length > 301)).toEqual([]);
  });
  it('say of what they export what callers rely on; a tenth at most speaks for itself', () => {
    const exported = files
      .filter((file) => !map.test(file))
      .flatMap((file) => {
        const lines = textOf(file);
        return lines.flatMap((line, index) =>
          /^export (default )?(async )?(abstract )?(function|class|const|interface|type \w)/.test(line)
            ? [{ at: `${file}:${index + 1}`, isSaid: lines[index - 1]?.trim().endsWith('*/') === true }]
            : [],
        );
      });
    const unsaid = exported.filter(({ isSaid }) => !isSaid).map(({ at }) => at);
    expect(exported.length).toBeGreaterThan(3000);
    expect(unsaid.length / exported.length, `Without a word: ${unsaid.join(' ')}`).toBeLessThan(0.1);
  });
});

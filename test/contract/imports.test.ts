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
  /** Path relative to the root of the project. */
  to: string;
  /** True for an import of types only. */
  isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const matches = text.matchAll(/^(?:import|export)\s+(type\s+)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...matches].flatMap(([, type, named, bare, dynamic]) => {
    const specifier = named ?? bare ?? dynamic ?? '';
    const alias = aliases.find(([pattern]) => pattern.test(specifier));
    const to = alias ? specifier.replace(alias[0], alias[1]) : specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : null;
    return to === null ? [] : [{ from: file, to: path.normalize(to), isType: type !== undefined }];
  });
}

const files = [...filesBelow('src'), ...filesBelow('graphql'), ...filesBelow('rest-map')];
const imports = files.flatMap(importsOf);

/** Top-level files that combine all modules. */
const wiring =
  /^src\/(app|main|start|service|domains|open-site|site-engine|database-server|initial-content|welcome)\.ts$|^src\/(build|cli)\//;
const core = /^src\/core\//;
const rest = /^src\/rest\//;
const web = /^src\/web\//;
const graphql = /^graphql\//;
const map = /^rest-map\//;
const quirks = /^rest-map\/[^/]+\/parameters\.ts$/;
/** The site, which everything but the core may import. */
const site = /^src\/site\.ts$/;
const configuration = /^src\/config\//;
const generated = /^src\/generated\//;
/** Pages of domains, and the files that declare them. */
const pageFiles = /^src\/domains\/(.+\/)?pages\/|^src\/domains\/[^/]+\/domain\.ts$|\.(page|route)\.ts$/;
const inDomains = (file: string): boolean => file.startsWith('src/domains/');
const domain = (file: string): boolean => inDomains(file) && !pageFiles.test(file);

interface Rule {
  title: string;
  why: string;
  appliesTo: (file: string) => boolean;
  isForbidden: (to: string, statement: Import) => boolean;
}

const rules: readonly Rule[] = [
  {
    title: 'src/core imports no domain, no API and not the whole site',
    why: 'everything else builds on the core; declarations of domains take the site as a type parameter, the rest is src/core/site',
    appliesTo: (file) => core.test(file),
    isForbidden: (to, { isType }) => !core.test(to) && !generated.test(to) && !(isType && configuration.test(to)),
  },
  {
    title: 'A domain imports no GraphQL types, REST or HTTP',
    why: 'services contain the rules for both APIs; a rule that depends on one API would hold only there',
    appliesTo: domain,
    isForbidden: (to) => graphql.test(to) || map.test(to) || rest.test(to) || web.test(to) || wiring.test(to),
  },
  {
    title: 'Pages of a domain import no GraphQL types or REST tables',
    why: 'pages call the same services as both APIs',
    appliesTo: (file) => inDomains(file) && pageFiles.test(file),
    isForbidden: (to) => graphql.test(to) || map.test(to) || wiring.test(to),
  },
  {
    title: 'graphql/ exposes domains and imports no REST or HTTP',
    why: 'old interfaces are tables over the schema, not the other way round',
    appliesTo: (file) => graphql.test(file),
    isForbidden: (to) => map.test(to) || rest.test(to) || web.test(to) || wiring.test(to),
  },
  {
    title: 'Parts of graphql/ do not import the assembled schema',
    why: 'graphql/schema.ts assembles the parts',
    appliesTo: (file) => graphql.test(file) && file !== 'graphql/schema.ts',
    isForbidden: (to) => to === 'graphql/schema.ts',
  },
  {
    title: 'Parameters of a namespace import only the parameters of the engine, texts and times',
    why: 'a quirk of old clients is a small pure function; a business rule belongs in a service or a GraphQL field',
    appliesTo: (file) => quirks.test(file),
    isForbidden: (to, { from }) =>
      !/^src\/rest\/parameters\/|^src\/core\/(text|time)\//.test(to) && path.dirname(to) !== path.dirname(from),
  },
  {
    title: 'rest-map imports only src/rest/table.ts and its own files',
    why: 'anything else that a route needs is a parameter of its namespace, a rule in a service, a GraphQL field, or a feature of the engine',
    appliesTo: (file) => map.test(file) && !quirks.test(file),
    isForbidden: (to) => to !== 'src/rest/table.ts' && !map.test(to),
  },
  {
    title: 'A namespace of rest-map does not import another one',
    why: 'two APIs of one domain share the domain; a shared table would change both when one changes',
    appliesTo: (file) => /^rest-map\/[^/]+\//.test(file),
    isForbidden: (to, { from }) => /^rest-map\/[^/]+\//.test(to) && to.split('/')[1] !== from.split('/')[1],
  },
  {
    title: 'src/rest imports no domain and no namespace',
    why: 'the engine receives schema and map as arguments; code for one namespace belongs in that namespace',
    appliesTo: (file) => rest.test(file),
    isForbidden: (to, { isType }) =>
      !(
        rest.test(to) ||
        core.test(to) ||
        /^src\/web\/(?!graphql)/.test(to) ||
        (isType && (to.startsWith('graphql/') || to === 'src/config/config.ts'))
      ),
  },
  {
    title: 'The check for a build imports nothing else of the project',
    why: 'its imports would be loaded twice, from the sources and from the build',
    appliesTo: (file) => file === 'src/start.ts' || file === 'src/build/record.ts',
    isForbidden: (to) => to !== 'src/build/record.ts' && to !== 'src/main.ts',
  },
  {
    title: 'Nothing imports the top-level files',
    why: 'code that needs something of src/app.ts or src/main.ts receives it as an argument',
    appliesTo: (file) => !wiring.test(file),
    isForbidden: (to) => /^src\/(app|main|service|site-engine|initial-content|welcome)\.ts$/.test(to),
  },
];

describe('Allowed imports', () => {
  it.each(rules.map((rule) => [rule.title, rule] as const))('%s', (_title, { appliesTo, isForbidden, why }) => {
    const wrong = imports
      .filter((statement) => appliesTo(statement.from) && isForbidden(statement.to, statement))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong, `These imports are not allowed: ${why}`).toEqual([]);
  });
  it('Every rule matches files', () => {
    expect(rules.filter(({ appliesTo }) => !files.some(appliesTo)).map(({ title }) => title)).toEqual([]);
  });
  it('Every import is resolved', () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(
      imports
        .filter(({ to }) => !to.startsWith('src/generated/') && !to.endsWith('.json') && !files.includes(to))
        .map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([]);
  });
});

/**
 * Returns the module of a file: a domain, the pages of a domain, a folder of a layer, or the files next to its folders. Null for files that combine
 * modules.
 */
function moduleOf(file: string): string | null {
  const name = /^src\/domains\/([^/]+)\//.exec(file)?.[1];
  if (name !== undefined) return file.endsWith('/domain.ts') ? null : pageFiles.test(file) ? `pages of ${name}` : `src/domains/${name}`;
  const [, layer, folder] = /^(src\/core|src\/rest|src\/web|graphql|rest-map)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (layer === undefined) return null;
  if (folder !== undefined) return `${layer}/${folder}`;
  return assemblesLayer.test(file) ? null : `${layer}, next to its folders`;
}

/** Files of a layer that combine its modules. */
const assemblesLayer = /^graphql\/schema\.ts$|^rest-map\/(map|tables)\.ts$/;

/** Returns the layer of a file: the core, the domains, their pages, an API. */
function layerOf(file: string): string | null {
  if (inDomains(file)) return file.endsWith('/domain.ts') ? null : pageFiles.test(file) ? 'pages of domains' : 'domains';
  return /^(src\/core|src\/rest|src\/web|graphql|rest-map)\//.exec(file)?.[1] ?? null;
}

/** Returns the modules or layers in import cycles. */
function inCycles(placeOf: (file: string) => string | null): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a !== null && b !== null && a !== b) next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reachableFrom = (place: string, seen = new Set<string>()): Set<string> => {
    for (const other of next.get(place) ?? []) if (!seen.has(other)) reachableFrom(other, seen.add(other));
    return seen;
  };
  return [...next.keys()].filter((place) => reachableFrom(place).has(place)).sort();
}

describe('Files', () => {
  it('have no import cycles, including type imports', () => {
    expect(inCycles((file) => file)).toEqual([]);
  });
});

describe('Modules and layers', () => {
  it('have no import cycles between modules', () => {
    expect(inCycles(moduleOf)).toEqual([]);
  });
  it('have no import cycles between layers', () => {
    expect(inCycles(layerOf)).toEqual([]);
  });
  it('include every file below the top level', () => {
    const homeless = files.filter((file) => moduleOf(file) === null && !assemblesLayer.test(file) && !file.endsWith('/domain.ts'));
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
    title: 'Only src/config/config.ts reads the environment',
    pattern: /\bprocess\.env\b/,
    // these pass the environment to programs that they start
    allowed: /^src\/config\/config\.ts$|^src\/cli\/(prepare|studio)\.ts$|^src\/core\/db\/embedded\/run-program\.ts$/,
    why: 'one typed reader reports all errors of the environment at once',
  },
  {
    title: 'Only src/core/time/clock.ts reads the clock',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/,
    allowed: /^src\/core\/time\/clock\.ts$/,
    why: 'tests can set the time',
  },
  {
    title: 'Only src/core/batching/grouped-reads.ts creates data loaders',
    pattern: /\bnew DataLoader\b/,
    allowed: /^src\/core\/batching\/grouped-reads\.ts$/,
    why: 'a trace then shows grouped reads and their size',
  },
  {
    title: 'Nothing writes to the console',
    pattern: /(?<![-\w])console\.\w/,
    allowed: /^$/,
    why: 'the log removes credentials and is machine-readable; commands write to stdout themselves',
  },
  {
    title: 'Only src/core/db runs SQL statements',
    pattern: /\$(query|execute)Raw|\bdb\.sql\b/,
    allowed: /^src\/core\/db\//,
    why: 'a test prepares all declared statements against the database',
  },
  {
    title: 'No module except the clock has mutable variables',
    pattern: /^(export )?let /,
    allowed: /^src\/core\/time\/clock\.ts$/,
    why: 'state of a site or database belongs in its `state`; lazy values use `once`',
  },
  {
    title: 'Failures use the GraphQL names of arguments',
    pattern: /\bmessage: ['"`][^'"`]*\b[a-z]+_[a-z]+\b/,
    allowed: /^(?!src\/domains\/|graphql\/)/,
    why: 'the REST engine translates them to parameters',
  },
];

function linesOf(file: string): string[] {
  const code = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return code.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''));
}

describe('Code with one location', () => {
  it.each(places.map((place) => [place.title, place] as const))('%s', (_title, { pattern, allowed, why }) => {
    const wrong = files
      .filter((file) => !allowed.test(file))
      .flatMap((file) => linesOf(file).flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])));
    expect(wrong, `These lines belong elsewhere: ${why}`).toEqual([]);
  });
});

/** Files with state outside of objects, with the reason. */
const separateState: Readonly<Record<string, string>> = {
  'src/core/caching/cache-dependencies.ts': 'AsyncLocalStorage: statements note what they read for the response at hand',
  'src/core/db/query-with-facts.ts': 'WeakSet: connections are objects of pg',
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
  it('is stored in members of objects, not in modules', () => {
    const filesWithState = files.flatMap((file) =>
      linesOf(file).flatMap((line) => (/new (WeakMap|WeakSet|AsyncLocalStorage)\b/.test(line) ? [file] : [])),
    );
    expect(filesWithState.sort(), 'Values kept for a site or a database belong in its `state`, for a request in a decorator').toEqual(
      Object.keys(separateState).sort(),
    );
  });
});

describe('Source files', () => {
  const textOf = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split('\n');

  it('have at most 300 lines', () => {
    expect(files.filter((file) => textOf(file).length > 301)).toEqual([]);
  });
  it('document at least 90 percent of their exports', () => {
    const exported = files
      .filter((file) => !map.test(file))
      .flatMap((file) => {
        const lines = textOf(file);
        return lines.flatMap((line, index) =>
          /^export (default )?(async )?(abstract )?(function|class|const|interface|type \w)/.test(line)
            ? [{ at: `${file}:${index + 1}`, isDocumented: lines[index - 1]?.trim().endsWith('*/') === true }]
            : [],
        );
      });
    const undocumented = exported.filter(({ isDocumented }) => !isDocumented).map(({ at }) => at);
    expect(exported.length).toBeGreaterThan(3000);
    expect(undocumented.length / exported.length, `Undocumented: ${undocumented.join(' ')}`).toBeLessThan(0.1);
  });
});

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { createSchema } from '../../graphql/schema.ts';
import { createRestMap } from '../../rest-map/map.ts';
import { now } from '../core/time/clock.ts';
import { checkOperations, storeOperationsHash } from './check-operations.ts';
import { BUILD_FOLDER, forgetSources, recordSources, ROOT } from './record.ts';

/**
 * Packages that are not bundled but loaded from `node_modules`: they read files next to their own, are not JavaScript, or depend on such a package.
 */
const EXTERNAL_PACKAGES = [
  '@prisma/schema-engine-wasm',
  'fontkit',
  'harfbuzzjs',
  'pdfkit',
  'pino',
  'sharp',
  'subset-font',
  'thread-stream',
  'undici',
  'wawoff2',
];

/** Packages that refer to their own path only in types and unreachable guards. */
const SAFE_PACKAGES = ['@graphql-tools/merge'];

const OWN_PATH = /\b(?:__dirname|__filename|require\.resolve|createRequire)\b|\bimport\.meta\./;

const OUTPUT: OutputOptions = {
  dir: BUILD_FOLDER,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // logs, metrics and refusals use the names of functions and classes
  keepNames: true,
  comments: { legal: false, annotation: false, jsdoc: false },
};

const findPackageName = (file: string): string | undefined => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];

/**
 * Creates a plugin that makes `import.meta.url` the URL of the source file, because sources read styles, scripts, tables and programs relative to it.
 * Adds the path of each bundled source to `sources`.
 */
function keepSourceUrls(sources: Set<string>): Plugin {
  return {
    name: 'keep-source-urls',
    transform(code, id) {
      const packageName = findPackageName(id);
      if (packageName !== undefined) {
        if (OWN_PATH.test(code) && !SAFE_PACKAGES.includes(packageName))
          this.error(`${packageName} reads files next to its own: add it to EXTERNAL_PACKAGES (${id})`);
        return null;
      }
      if (!path.isAbsolute(id)) return null;
      sources.add(id);
      if (!code.includes('import.meta.')) return null;
      if (/\bimport\.meta\.(?!url\b)/.test(code)) this.error(`a bundled source may use no member of import.meta except url (${id})`);
      const relativePath = path.relative(BUILD_FOLDER, id).replaceAll('\\', '/');
      return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relativePath)}, import.meta.url).href`), map: null };
    },
  };
}

/**
 * Escapes non-ASCII characters, so that Node.js loads the code without decoding and stores one byte per character. Such characters only occur in
 * strings and regular expressions, where an escape has the same meaning. Neither the project nor its packages use them in `String.raw`.
 */
const nonAsciiEscaper: Plugin = {
  name: 'escape-non-ascii',
  renderChunk: (code) => ({
    code: code.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
    map: null,
  }),
};

const DAY_MS = 86_400_000;

/** Deletes built files that are more than a day old. Newer files of earlier builds stay, because a running service may load them on first use. */
function deleteOldFiles(): void {
  if (!existsSync(BUILD_FOLDER)) return;
  const files = readdirSync(BUILD_FOLDER).map((name) => path.join(BUILD_FOLDER, name));
  for (const file of files) if (now().getTime() - statSync(file).mtimeMs > DAY_MS) rmSync(file);
}

/**
 * Bundles the service and its packages into `dist`: a few files that every start loads, and separate files for modules that are loaded on first use.
 * Returns the folder. Throws if an operation or route of the REST map is invalid.
 */
export async function buildService(): Promise<string> {
  const sources = new Set<string>();
  forgetSources();
  const operationsHash = checkOperations(createSchema(), createRestMap());
  deleteOldFiles();
  const build = await rolldown({
    input: path.join(ROOT, 'src/main.ts'),
    cwd: ROOT,
    platform: 'node',
    external: EXTERNAL_PACKAGES.map((name) => new RegExp(`^${name}($|/)`)),
    plugins: [keepSourceUrls(sources), storeOperationsHash(operationsHash), nonAsciiEscaper],
    logLevel: 'warn',
  });
  try {
    await build.write(OUTPUT);
  } finally {
    await build.close();
  }
  recordSources(sources);
  return BUILD_FOLDER;
}

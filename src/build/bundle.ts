import { rmSync } from 'node:fs';
import path from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { BUILT, recordSources } from './record.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Packages that read files beside their own, or are not JavaScript: they are loaded from `node_modules` as ever. */
const KEPT_APART = [
  '@electric-sql/pglite',
  '@prisma/schema-engine-wasm',
  'pdfkit',
  'pino',
  'sharp',
  'subset-font',
  'thread-stream',
  'undici',
  'wawoff2',
];

/** Speaks of its own place, which only types and guards that are never reached do. */
const HARMLESS = ['@graphql-tools/merge'];

const OWN_PLACE = /\b(?:__dirname|__filename|require\.resolve|createRequire)\b|\bimport\.meta\./;

const OUTPUT: OutputOptions = {
  dir: BUILT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // names are what logs, metrics and refusals call things by
  keepNames: true,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: true,
};

const packageOf = (file: string): string | undefined => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];
const isNamed = (names: readonly string[], source: string): boolean =>
  names.some((name) => source === name || source.startsWith(`${name}/`));

/**
 * Packages on first use stay packages: what `import()` names is not part of the build, so that it holds what every start needs and little more.
 */
const packagesOnFirstUse: Plugin = {
  name: 'packages-on-first-use',
  resolveId(source, _importer, { kind }) {
    const isPackage = !/^[.#/]|^node:/.test(source) && !path.isAbsolute(source);
    return isPackage && (kind === 'dynamic-import' || isNamed(KEPT_APART, source)) ? { id: source, external: true } : null;
  },
};

/** Gives every source the address it has unbuilt: styles, scripts, tables and programs are read from beside it. Hands over which files there are. */
function keepAddresses(sources: Set<string>): Plugin {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      const owner = packageOf(id);
      if (owner !== undefined) {
        if (OWN_PLACE.test(code) && !isNamed(HARMLESS, owner))
          this.error(`${owner} reads files beside its own: name it in KEPT_APART (${id})`);
        return null;
      }
      if (!path.isAbsolute(id)) return null;
      sources.add(id);
      if (!code.includes('import.meta.')) return null;
      if (/\bimport\.meta\.(?!url\b)/.test(code)) this.error(`a built source knows its place as import.meta.url only (${id})`);
      const address = path.relative(BUILT, id).replaceAll('\\', '/');
      return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`), map: null };
    },
  };
}

/** Puts the service and the packages that it always needs into `dist`, in few files. Answers where. */
export async function buildService(): Promise<string> {
  const sources = new Set<string>();
  rmSync(BUILT, { recursive: true, force: true });
  const build = await rolldown({
    input: path.join(root, 'src/main.ts'),
    cwd: root,
    platform: 'node',
    plugins: [packagesOnFirstUse, keepAddresses(sources)],
    logLevel: 'warn',
  });
  try {
    await build.write(OUTPUT);
  } finally {
    await build.close();
  }
  recordSources(sources);
  return BUILT;
}

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { createSchema } from '../../graphql/schema.ts';
import { restMap } from '../../rest-map/map.ts';
import { now } from '../core/time/clock.ts';
import { checkOperations, notesChecked } from './check-operations.ts';
import { BUILT, forgetSources, recordSources, ROOT } from './record.ts';

/** Packages that read files beside their own or are not JavaScript, and what is handed to them: they are loaded from `node_modules` as ever. */
const KEPT_APART = [
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

/** Speaks of its own place, which only types and guards that are never reached do. */
const HARMLESS = ['@graphql-tools/merge'];

const OWN_PLACE = /\b(?:__dirname|__filename|require\.resolve|createRequire)\b|\bimport\.meta\./;

const OUTPUT: OutputOptions = {
  dir: BUILT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // names are what logs, metrics and refusals call things by; lines stay as written, so that stacks can be read
  keepNames: true,
  comments: { legal: false, annotation: false, jsdoc: false },
};

const packageOf = (file: string): string | undefined => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];

/** Gives every source the address it has unbuilt: styles, scripts, tables and programs are read from beside it. Hands over which files there are. */
function keepAddresses(sources: Set<string>): Plugin {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      const owner = packageOf(id);
      if (owner !== undefined) {
        if (OWN_PLACE.test(code) && !HARMLESS.includes(owner))
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

/**
 * Signs beyond ASCII as escapes: Node then keeps the text of a file in one byte a sign, and need not decode it. Code says them in texts and patterns
 * only, where both mean the same; no `String.raw` of the project or its packages has one.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  renderChunk: (code) => ({
    code: code.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    map: null,
  }),
};

const DAY_MS = 86_400_000;

/** Parts of earlier builds stay for a day: a service that runs may still load some on first use. */
function removeOld(): void {
  if (!existsSync(BUILT)) return;
  const files = readdirSync(BUILT).map((name) => path.join(BUILT, name));
  for (const file of files) if (now().getTime() - statSync(file).mtimeMs > DAY_MS) rmSync(file);
}

/**
 * Puts the service and its packages into `dist`: what every start needs in few files, what is loaded on first use in files of its own. Returns where.
 * Throws where an operation of the REST map is not valid or a row cannot work.
 */
export async function buildService(): Promise<string> {
  const sources = new Set<string>();
  forgetSources();
  const checked = checkOperations(createSchema(), restMap());
  removeOld();
  const build = await rolldown({
    input: path.join(ROOT, 'src/main.ts'),
    cwd: ROOT,
    platform: 'node',
    external: KEPT_APART.map((name) => new RegExp(`^${name}($|/)`)),
    plugins: [keepAddresses(sources), notesChecked(checked), inAscii],
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

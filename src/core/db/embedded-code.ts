import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { once } from '../once.ts';
import { cacheDirectory, pglitePath } from './paths.ts';

/** PostgreSQL in WebAssembly, as one process runs it. */
export interface EmbeddedCode {
  module: WebAssembly.Module;
  /** Bytes of machine code that came from an earlier process; 0 = none was kept. */
  keptBytes: number;
  /**
   * Keeps the machine code that V8 has made by now for the processes that come, if it is more than was kept before; answers whether it did. Throws where
   * the cache cannot be written. V8 ends the process where it has optimized nothing yet, or may not: only for processes that nobody needs any more.
   */
  keep(): Promise<boolean>;
}

/** What V8 has for machine code of WebAssembly; Node hands on none of it. */
interface MachineCode {
  serialize(module: WebAssembly.Module): ArrayBuffer;
  /** Undefined for what another V8, other flags or another kind of processor made. */
  deserialize(code: ArrayBuffer, bytes: Uint8Array): WebAssembly.Module | undefined;
}

/** The V8 whose functions these are. Of others nobody has promised anything: there PostgreSQL is compiled at every start. */
const KNOWN_V8 = '13.6.';

const DIGEST_BYTES = 32;

/** Works with V8's own functions, whose names are no JavaScript: they are read as calls only while this flag is set. */
function withMachineCode<T>(work: (own: MachineCode) => T): T | undefined {
  if (!process.versions.v8.startsWith(KNOWN_V8)) return undefined;
  setFlagsFromString('--allow-natives-syntax');
  try {
    return work({
      serialize: runInThisContext('(module) => %SerializeWasmModule(module)') as MachineCode['serialize'],
      deserialize: runInThisContext('(code, bytes) => %DeserializeWasmModule(code, bytes)') as MachineCode['deserialize'],
    });
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** V8 runs what it is given: it is given only what was written whole, for these bytes. */
const digestOf = (bytes: Uint8Array, code: Uint8Array) => createHash('sha256').update(bytes).update(code).digest();

const readBytes = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(pglitePath('pglite.wasm')));

/** Undefined where nothing is kept, or what is kept is not for here. */
async function readKept(file: string, bytes: Uint8Array) {
  const kept = await readFile(file).catch(() => undefined);
  if (!kept) return undefined;
  const code = kept.subarray(DIGEST_BYTES);
  if (!digestOf(bytes, code).equals(kept.subarray(0, DIGEST_BYTES))) return undefined;
  const module = withMachineCode((own) => own.deserialize(new Uint8Array(code).buffer, bytes));
  return module && { module, keptBytes: code.length };
}

async function keepMore(file: string, { module, keptBytes }: Pick<EmbeddedCode, 'module' | 'keptBytes'>): Promise<boolean> {
  const serialized = withMachineCode((own) => own.serialize(module));
  if (!serialized || serialized.byteLength <= keptBytes) return false;
  const code = new Uint8Array(serialized);
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}-${process.pid}-${randomUUID()}`;
  await writeFile(draft, [digestOf(await readBytes(), code), code]);
  await rename(draft, file);
  return true;
}

/** Reads the kept code from a folder, or compiles. One file for each V8 with each set of flags on each kind of processor: only those read each other's code. */
export async function openEmbeddedCode(cache = cacheDirectory): Promise<EmbeddedCode> {
  const file = join(cache, `code-${cachedDataVersionTag()}`);
  const bytes = await readBytes();
  const code = (await readKept(file, bytes)) ?? { module: await WebAssembly.compile(bytes), keptBytes: 0 };
  return { ...code, keep: () => keepMore(file, code) };
}

/**
 * The PostgreSQL of this process. With code that was kept a start neither runs slow code first nor optimizes it again, which is half of the processor time
 * of a new site.
 */
export const embeddedCode = once(() => openEmbeddedCode());

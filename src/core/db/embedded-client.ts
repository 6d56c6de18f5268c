import { setImmediate as nextTurn } from 'node:timers/promises';
import { messages, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { embeddedCode } from './embedded-code.ts';
import { DatabaseError } from './errors.ts';
import { CopyInMemory } from './memory-copy.ts';
import { valueParsers } from './values.ts';

/** Major version of the PostgreSQL inside; data directories of another one cannot be opened. */
export const embeddedMajorVersion = '18';

/** Changes when a prepared database made with other settings must not be used any more. */
export const embeddedFormat = `pg${embeddedMajorVersion}+pg_trgm-templates`;

/** Less memory than PostgreSQL's own defaults (some 100 MB), and log files that a checkpoint removes instead of keeping for reuse. */
const settings = ['shared_buffers=32MB', 'max_wal_size=128MB', 'min_wal_size=32MB'];
/** In memory a log file written full of zeros beforehand, block by block, secures nothing, and buffers only copy what is in memory already. */
const inMemory = ['wal_init_zero=off', 'wal_recycle=off', 'shared_buffers=8MB'];

/**
 * Makes a client whose texts keep a leading U+FEFF: the decoder inside takes it for a byte order mark and cannot be told otherwise, but is made
 * only here, synchronously.
 */
function keepingFirstMark(make: () => PGlite): PGlite {
  const own = globalThis.TextDecoder;
  globalThis.TextDecoder = class extends own {
    constructor(encoding?: string, options?: ConstructorParameters<typeof own>[1]) {
      super(encoding, { ...options, ignoreBOM: true });
    }
  };
  try {
    return make();
  } finally {
    globalThis.TextDecoder = own;
  }
}

/** Failed statements are thrown here: PGlite itself would make itself another decoder with each of them. */
function throwFailures(client: PGlite): void {
  const own = client.execProtocolStream.bind(client);
  client.execProtocolStream = async (message, options) => {
    const answers = await own(message, { ...options, throwOnError: false });
    const failure = options?.throwOnError === false ? undefined : answers.find((one) => one instanceof messages.DatabaseError);
    if (failure) throw failure;
    return answers;
  };
}

/** How long statements run one after the other before others are let in, in milliseconds. */
const TURN_MS = 10;

/**
 * PGlite runs in this thread and answers without a turn of the event loop: whoever asks and asks, as imports and first contents do, would keep requests,
 * child processes and timers waiting until it is done.
 */
function letOthersIn(client: PGlite): void {
  const own = client.execProtocolStream.bind(client);
  let began = 0;
  let turn: Promise<void> | undefined;
  client.execProtocolStream = async (message, options) => {
    if (!turn) {
      began = performance.now();
      turn = nextTurn().then(() => {
        turn = undefined;
      });
    } else if (performance.now() - began > TURN_MS) await turn;
    return await own(message, options);
  };
}

const parsed = Object.keys(valueParsers()).map(Number);

/**
 * PGlite copies its parsers for every statement that brings some of its own, as all of ours do, and has one for the arrays of every table's rows:
 * hundreds, which nothing reads. They stay within reach of statements without parsers, but are copied no more.
 */
function copyFewParsers(client: PGlite): void {
  const all = client.parsers;
  const few: typeof all = Object.create(all);
  for (const type of parsed) if (all[type]) few[type] = all[type];
  client.parsers = few;
}

/**
 * Opens PGlite with the extensions the schema needs: on a directory, in memory with a copy of one, or empty in memory. Throws a DatabaseError with PostgreSQL's
 * own words when it does not start.
 */
export async function openPGlite(from: { directory?: string; copyOf?: string } = {}): Promise<PGlite> {
  let complaint: string | undefined;
  try {
    const all = from.directory === undefined ? [...settings, ...inMemory] : settings;
    const { module } = await embeddedCode();
    const options: PGliteOptions = {
      pgliteWasmModule: module,
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, ...all.flatMap((setting) => ['-c', setting])],
      onStderr(line) {
        if (/\b(FATAL|PANIC):/.test(line)) complaint ??= line.trim();
        return false;
      },
      ...(from.directory !== undefined && { dataDir: from.directory }),
      ...(from.copyOf !== undefined && { fs: new CopyInMemory(from.copyOf) }),
    };
    const client = keepingFirstMark(() => new PGlite(options));
    await client.waitReady;
    throwFailures(client);
    letOthersIn(client);
    copyFewParsers(client);
    return client;
  } catch (cause) {
    const words = complaint ?? (cause instanceof Error ? cause.message : String(cause));
    throw new DatabaseError(`The embedded database ${from.directory ? `in ${from.directory} ` : ''}does not start: ${words}`, { cause });
  }
}

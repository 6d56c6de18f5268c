import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { invalid } from '#app/core/failures/failure.ts';
import { limitConcurrency } from '#app/core/async/limit-concurrency.ts';
import { type ImageRefusal, LONGEST_SIDE, MAX_PIXELS } from './bounds.ts';
import type { ImageEdit } from './image-edits.ts';
import type { EncodedImage, Format, PreparedImage } from './reencode.ts';

/** Task for a decoder process. */
export interface DecodingTask {
  content: Uint8Array;
  format: Format;
  /** Edits to apply before encoding; empty = none. */
  edits?: readonly ImageEdit[];
}

/** Result of a decoder process. */
export type DecodingResult = { image: PreparedImage } | { refused: ImageRefusal } | { failed: string };

const MAX_AT_ONCE = 2;
/** Timeout for a decoder that does not respond. The decoder limits its CPU time itself. */
const LONGEST_MS = 120_000;
/** Time after which an idle decoder ends. */
const IDLE_MS = 30_000;
/** Heap limit of a decoder in MB; images are outside of the heap. */
const HEAP_MB = 256;

const program = fileURLToPath(new URL('decoder-process.ts', import.meta.url));
const inTurn = limitConcurrency(MAX_AT_ONCE);
const idle = new Map<ChildProcess, NodeJS.Timeout>();

function forget(decoder: ChildProcess): void {
  clearTimeout(idle.get(decoder));
  idle.delete(decoder);
}

function started(): ChildProcess {
  const decoder = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MB}`],
    // the decoder must not see the secrets of the environment
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  decoder.once('exit', () => forget(decoder));
  return decoder;
}

function taken(): ChildProcess {
  const [waiting] = idle.keys();
  if (!waiting) return started();
  forget(waiting);
  waiting.ref();
  waiting.channel?.ref();
  return waiting;
}

function sendAway(decoder: ChildProcess): void {
  // first: an ending decoder must get no more images before its exit event
  forget(decoder);
  decoder.disconnect();
}

/** Marks the decoder as idle. An idle decoder does not keep this process alive. */
function putBack(decoder: ChildProcess): void {
  decoder.unref();
  decoder.channel?.unref();
  idle.set(decoder, setTimeout(sendAway, IDLE_MS, decoder).unref());
}

/** Returns the result of a decoder; null = it ended without a result. */
function responseOf(decoder: ChildProcess, task: DecodingTask): Promise<DecodingResult | null> {
  return new Promise((resolve) => {
    const end = (answer: DecodingResult | null) => {
      clearTimeout(deadline);
      decoder.off('message', end).off('exit', gone).off('error', gone);
      resolve(answer);
    };
    const gone = () => end(null);
    const deadline = setTimeout(() => {
      decoder.kill('SIGKILL');
      end({ refused: 'too-big' });
    }, LONGEST_MS);
    decoder.once('message', end).once('exit', gone).once('error', gone);
    decoder.send(task, (error) => error && gone());
  });
}

async function askOne(decoder: ChildProcess, task: DecodingTask): Promise<DecodingResult | null> {
  const answer = await responseOf(decoder, task);
  if (answer && decoder.connected && !decoder.killed) putBack(decoder);
  return answer;
}

/** Decodes an image, with a second try in a new decoder. If that one ends too, the system has killed both for using too much memory. */
async function decoded(task: DecodingTask): Promise<DecodingResult> {
  return (await askOne(taken(), task)) ?? (await askOne(started(), task)) ?? { refused: 'too-big' };
}

const refusals = {
  'too-big': () =>
    invalid(
      'file_too_big',
      `This image is too big. It may have ${MAX_PIXELS / 1_000_000} million pixels, and ${LONGEST_SIDE} on a side, and has to be worth its size.`,
    ),
  broken: () => invalid('file_not_accepted', 'This image is damaged or incomplete.'),
  'cropped-away': () => invalid('image_cropped_away', 'Nothing of this image would be left: the part lies outside it or is too small.'),
} as const satisfies Record<ImageRefusal, () => Error>;

/**
 * Decodes and re-encodes an image (`reencodeImage`) in one of a few separate processes with limits on time and memory. Throws
 * `file_too_big`, `file_not_accepted` (damaged or truncated) or, with edits, `image_cropped_away`, all 400.
 */
export async function prepareImage(content: Buffer, format: Format, edits: readonly ImageEdit[] = []): Promise<PreparedImage> {
  const answer = await inTurn(() => decoded({ content, format, edits }));
  if ('refused' in answer) throw refusals[answer.refused]();
  if ('failed' in answer) throw new Error(`An image could not be decoded: ${answer.failed}`);
  const { full, sizes, variants } = answer.image;
  const held = <T extends EncodedImage>(image: T) => ({ ...image, content: Buffer.from(image.content) });
  const allHeld = <T extends EncodedImage>(images: ReadonlyMap<string, T>) =>
    new Map([...images].map(([name, image]) => [name, held(image)]));
  return { full: held(full), sizes: allHeld(sizes), variants: allHeld(variants) };
}

import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { invalid } from '#app/core/failures/failure.ts';
import { limitConcurrency } from '#app/core/async/limit-concurrency.ts';
import { type ImageRefusal, LONGEST_SIDE, MAX_PIXELS } from './bounds.ts';
import type { ImageEdit } from './image-edits.ts';
import type { EncodedImage, Format, PreparedImage } from './reencode.ts';

/** What a decoder is asked. */
export interface DecodingTask {
  content: Uint8Array;
  format: Format;
  /** Made before the image is written; none = it is written as it is. */
  edits?: readonly ImageEdit[];
}

/** What it returns. */
export type DecodingAnswer = { image: PreparedImage } | { refused: ImageRefusal } | { failed: string };

const MAX_AT_ONCE = 2;
/** By the clock on the wall, for a decoder that does not respond at all; the decoder counts processor time itself. */
const LONGEST_MS = 120_000;
/** How long a decoder waits for the next image before it ends. */
const IDLE_MS = 30_000;
/** Megabytes of a decoder's own objects; images are held outside of them. */
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
    // the environment holds secrets that it must not see
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
  // first: one that is told to end takes no more images, though its end is heard of later
  forget(decoder);
  decoder.disconnect();
}

/** Nobody waits for a decoder that has nothing to do, least of all the end of this process. */
function putBack(decoder: ChildProcess): void {
  decoder.unref();
  decoder.channel?.unref();
  idle.set(decoder, setTimeout(sendAway, IDLE_MS, decoder).unref());
}

/** What a decoder returns; null = it ended without a word. */
function responseOf(decoder: ChildProcess, task: DecodingTask): Promise<DecodingAnswer | null> {
  return new Promise((resolve) => {
    const end = (answer: DecodingAnswer | null) => {
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

async function askOne(decoder: ChildProcess, task: DecodingTask): Promise<DecodingAnswer | null> {
  const answer = await responseOf(decoder, task);
  if (answer && decoder.connected && !decoder.killed) putBack(decoder);
  return answer;
}

/** A decoder may have ended for reasons of its own; that a new one ends too is the image: the system ends what takes too much memory. */
async function decoded(task: DecodingTask): Promise<DecodingAnswer> {
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
 * Decodes an image and writes it again (`reencodeImage`) in one of few processes that do nothing else, within bounds of time and memory. Throws
 * `file_too_big`, `file_not_accepted` (damaged, cut off) and, with edits, `image_cropped_away`, all 400.
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

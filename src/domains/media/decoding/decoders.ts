import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { invalid } from '#app/core/failures/failure.ts';
import { limitConcurrency } from '#app/core/async/limit-concurrency.ts';
import { type ImageRefusal, MAX_SIDE, MAX_PIXELS } from './image-bounds.ts';
import type { ImageEdit } from './image-edits.ts';
import type { EncodedImage, Format, PreparedImage } from './reencode.ts';

/** Task for a decoder process. */
export interface DecodingTask {
  content: Uint8Array;
  format: Format;
  /** Edits to apply before encoding. */
  edits?: readonly ImageEdit[];
}

/** Result of a decoder process. */
export type DecodingResult = { image: PreparedImage } | { refused: ImageRefusal } | { failed: string };

const MAX_DECODERS = 2;
/** Timeout for a decoder that does not respond. `decoder-process.ts` limits the CPU time. */
const TIMEOUT_MS = 120_000;
/** Time after which an idle decoder ends. */
const IDLE_MS = 30_000;
/** Heap limit of a decoder in MB. The pixels of images are not in the heap. */
const HEAP_MB = 256;

const program = fileURLToPath(new URL('decoder-process.ts', import.meta.url));
const runLimited = limitConcurrency(MAX_DECODERS);
const idle = new Map<ChildProcess, NodeJS.Timeout>();

function removeFromIdle(decoder: ChildProcess): void {
  clearTimeout(idle.get(decoder));
  idle.delete(decoder);
}

function startDecoder(): ChildProcess {
  const decoder = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MB}`],
    // the decoder must not see the secrets of the environment
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  decoder.once('exit', () => removeFromIdle(decoder));
  return decoder;
}

function takeDecoder(): ChildProcess {
  const [decoder] = idle.keys();
  if (!decoder) return startDecoder();
  removeFromIdle(decoder);
  decoder.ref();
  decoder.channel?.ref();
  return decoder;
}

function endDecoder(decoder: ChildProcess): void {
  // removed before the exit event, so that an ending decoder gets no more tasks
  removeFromIdle(decoder);
  decoder.disconnect();
}

/** Marks the decoder as idle. An idle decoder does not keep this process alive. */
function releaseDecoder(decoder: ChildProcess): void {
  decoder.unref();
  decoder.channel?.unref();
  idle.set(decoder, setTimeout(endDecoder, IDLE_MS, decoder).unref());
}

/** Returns the result of a decoder, or null if the decoder ended without a result. */
function awaitResult(decoder: ChildProcess, task: DecodingTask): Promise<DecodingResult | null> {
  return new Promise((resolve) => {
    const finish = (result: DecodingResult | null) => {
      clearTimeout(timeout);
      decoder.off('message', finish).off('exit', endWithoutResult).off('error', endWithoutResult);
      resolve(result);
    };
    const endWithoutResult = () => finish(null);
    const timeout = setTimeout(() => {
      decoder.kill('SIGKILL');
      finish({ refused: 'too-big' });
    }, TIMEOUT_MS);
    decoder.once('message', finish).once('exit', endWithoutResult).once('error', endWithoutResult);
    decoder.send(task, (error) => error && endWithoutResult());
  });
}

async function runTask(decoder: ChildProcess, task: DecodingTask): Promise<DecodingResult | null> {
  const result = await awaitResult(decoder, task);
  if (result && decoder.connected && !decoder.killed) releaseDecoder(decoder);
  return result;
}

/**
 * Decodes an image. If the decoder ends without a result, tries again in a new decoder. If that also ends, assumes that the operating system killed
 * both because they used too much memory.
 */
async function runTaskWithRetry(task: DecodingTask): Promise<DecodingResult> {
  return (await runTask(takeDecoder(), task)) ?? (await runTask(startDecoder(), task)) ?? { refused: 'too-big' };
}

const refusals = {
  'too-big': () =>
    invalid(
      'file_too_big',
      `This image is too big. It may have at most ${MAX_PIXELS / 1_000_000} million pixels, ${MAX_SIDE} pixels on a side, and not too many pixels for the size of its file.`,
    ),
  broken: () => invalid('file_not_accepted', 'This image is damaged or incomplete.'),
  'cropped-away': () => invalid('image_cropped_away', 'The cropped part is outside the image or too small.'),
} as const satisfies Record<ImageRefusal, () => Error>;

/**
 * Decodes and re-encodes an image (`reencodeImage`) in a separate process with limited time and memory. At most `MAX_DECODERS` processes run. Throws
 * 400 `file_too_big`, `file_not_accepted` (damaged or truncated) or, with edits, `image_cropped_away`.
 */
export async function prepareImage(content: Buffer, format: Format, edits: readonly ImageEdit[] = []): Promise<PreparedImage> {
  const result = await runLimited(() => runTaskWithRetry({ content, format, edits }));
  if ('refused' in result) throw refusals[result.refused]();
  if ('failed' in result) throw new Error(`An image could not be decoded: ${result.failed}`);
  const { full, sizes, variants } = result.image;
  const withBuffer = <T extends EncodedImage>(image: T) => ({ ...image, content: Buffer.from(image.content) });
  const allWithBuffers = <T extends EncodedImage>(images: ReadonlyMap<string, T>) =>
    new Map([...images].map(([name, image]) => [name, withBuffer(image)]));
  return { full: withBuffer(full), sizes: allWithBuffers(sizes), variants: allWithBuffers(variants) };
}

import os from 'node:os';
import { RefusedImage } from './bounds.ts';
import { reencodeImage } from './reencode.ts';
import type { DecodingResult, DecodingTask } from './decoders.ts';

// Runs in its own process: it isolates the cost of decoding, and it can be killed.

const LOWER = 10;
/** Maximum CPU seconds for one image on all threads. */
const MAX_CPU_SECONDS = 20;
const LOOK_EVERY_MS = 250;

try {
  os.setPriority(LOWER);
} catch {
  // the operating system does not allow it
}

async function respondTo({ content, format, edits }: DecodingTask): Promise<DecodingResult> {
  try {
    return { image: await reencodeImage(Buffer.from(content), format, edits) };
  } catch (error) {
    if (error instanceof RefusedImage) return { refused: error.reason };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (task: DecodingTask) => {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > MAX_CPU_SECONDS * 1e6) process.send?.({ refused: 'too-big' } satisfies DecodingResult, () => process.exit());
  }, LOOK_EVERY_MS);
  void respondTo(task)
    .then((answer) => process.send?.(answer))
    .finally(() => clearInterval(watch));
});
process.on('disconnect', () => process.exit());

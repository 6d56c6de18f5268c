import os from 'node:os';
import { RefusedImage } from './image-bounds.ts';
import { reencodeImage } from './reencode.ts';
import type { DecodingResult, DecodingTask } from './decoders.ts';

// Runs in its own process, so that decoding does not slow down other requests and can be killed.

const LOW_PRIORITY = 10;
/** Maximum CPU time in seconds for one image, summed over all threads. */
const MAX_CPU_SECONDS = 20;
const CPU_CHECK_INTERVAL_MS = 250;

try {
  os.setPriority(LOW_PRIORITY);
} catch {
  // the operating system does not allow it
}

async function runTask({ content, format, edits }: DecodingTask): Promise<DecodingResult> {
  try {
    return { image: await reencodeImage(Buffer.from(content), format, edits) };
  } catch (error) {
    if (error instanceof RefusedImage) return { refused: error.reason };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (task: DecodingTask) => {
  const startUsage = process.cpuUsage();
  const cpuCheck = setInterval(() => {
    const { user, system } = process.cpuUsage(startUsage);
    if (user + system > MAX_CPU_SECONDS * 1e6) process.send?.({ refused: 'too-big' } satisfies DecodingResult, () => process.exit());
  }, CPU_CHECK_INTERVAL_MS);
  void runTask(task)
    .then((result) => process.send?.(result))
    .finally(() => clearInterval(cpuCheck));
});
process.on('disconnect', () => process.exit());

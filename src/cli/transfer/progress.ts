import type { WriteStream } from 'node:tty';
import { now } from '#app/core/time/clock.ts';

const verbs = {
  checking: 'Checking',
  writing: 'Writing',
  linking: 'Linking items',
  downloading: 'Downloading files',
  exporting: 'Exporting',
};

/** Progress of an operation. `total` is 0 while the total is unknown. */
export interface Progress {
  stage: keyof typeof verbs;
  done: number;
  total: number;
}

function describeProgress({ stage, done, total }: Progress): string {
  if (done === 0) return `${verbs[stage]} …`;
  return `${verbs[stage]}: ${done.toLocaleString('en')}${total > 0 ? ` of ${total.toLocaleString('en')} (${Math.floor((100 * done) / total)} %)` : ''}`;
}

const BAR_WIDTH = 24;

/** Formats progress as a sentence, with a bar before it if the total is known. */
function formatWithBar(progress: Progress): string {
  if (progress.total === 0) return describeProgress(progress);
  const filled = Math.round((BAR_WIDTH * Math.min(progress.done, progress.total)) / progress.total);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${describeProgress(progress)}`;
}

/** Creates a display of progress: on a terminal a bar that is redrawn in place, otherwise a line every ten seconds. */
export function createProgressLine(out: Pick<WriteStream, 'write'> & { isTTY?: boolean }): { show(progress: Progress): void; end(): void } {
  const intervalMs = out.isTTY ? 100 : 10_000;
  let shownAt = 0;
  let stage = '';
  let isOpen = false;
  return {
    show(progress) {
      const time = now().getTime();
      const isLast = progress.total > 0 && progress.done === progress.total;
      if (progress.stage === stage && time - shownAt < intervalMs && !isLast) return;
      shownAt = time;
      stage = progress.stage;
      out.write(out.isTTY ? `\r\u001b[K${formatWithBar(progress)}` : `${describeProgress(progress)}\n`);
      isOpen = Boolean(out.isTTY);
    },
    end() {
      if (isOpen) out.write('\n');
      isOpen = false;
    },
  };
}

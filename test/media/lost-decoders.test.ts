import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { prepareImage } from '../../src/domains/media/decoding/decoders.ts';
import { createPicture } from './media-site.ts';

/** Returns the process IDs of idle decoders, from `/proc`. */
async function findIdleDecoders(): Promise<number[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')));
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
  const lines = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_child, i) => lines[i]?.includes('decoder-process'));
}

afterEach(() => {
  vi.useRealTimers();
});

describe.runIf(process.platform === 'linux')('A decoder that exited while idle', () => {
  it('does not cause the refusal of an image', async () => {
    const image = await createPicture('jpeg');
    await prepareImage(image, 'jpeg');
    const decoders = await findIdleDecoders();
    expect(decoders.length).toBeGreaterThan(0);
    for (const decoder of decoders) process.kill(decoder, 'SIGKILL');
    await expect(prepareImage(image, 'jpeg')).resolves.toMatchObject({ full: { width: expect.any(Number) } });
  });

  it('does not cause the refusal of an image that arrives just when the decoder is ended by its idle timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const image = await createPicture('jpeg');
    await prepareImage(image, 'jpeg');
    vi.advanceTimersByTime(30_000);
    await expect(prepareImage(image, 'jpeg')).resolves.toMatchObject({ full: { width: expect.any(Number) } });
  });
});

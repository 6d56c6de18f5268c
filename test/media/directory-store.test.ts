import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDirectoryStore } from '../../src/domains/media/stores/directory-store.ts';

it('The directory store leaves nothing of a file that could not be stored', async () => {
  const root = await mkdtemp(join(tmpdir(), 'marquee-store-'));
  const store = createDirectoryStore(root);
  // a directory at this path cannot be replaced by a file
  await mkdir(join(root, '2026/11/a.jpg'), { recursive: true });
  const file = { key: '2026/11/a.jpg', content: Buffer.from('x'), mimeType: 'image/jpeg' };
  await expect(store.put(file)).rejects.toThrow();
  expect(await readdir(join(root, '2026/11'))).toEqual(['a.jpg']);
  await store.put({ ...file, key: '2026/11/b.jpg' });
  expect((await readdir(join(root, '2026/11'))).sort()).toEqual(['a.jpg', 'b.jpg']);
  await rm(root, { recursive: true });
});

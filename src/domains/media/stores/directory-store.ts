import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import send from '@fastify/send';
import type { FileStore } from './store.ts';

/** Stores files in a directory, which is created with the first file. */
export function createDirectoryStore(root: string): FileStore {
  return {
    async put({ key, content }) {
      const file = path.join(root, key);
      await mkdir(path.dirname(file), { recursive: true });
      // the file gets its final name only when it is complete
      const partial = `${file}.part`;
      const handle = await open(partial, 'wx', 0o644);
      try {
        try {
          await handle.writeFile(content);
        } finally {
          await handle.close();
        }
        await rename(partial, file);
      } catch (error) {
        // frees the space of a partial file
        await rm(partial, { force: true });
        throw error;
      }
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(path.join(root, key), { force: true })));
    },
    async read(key) {
      try {
        return (await open(path.join(root, key))).createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async respond(request, key) {
      const { statusCode, headers, stream } = await send(request, `/${key}`, {
        root,
        cacheControl: false,
        index: false,
        dotfiles: 'deny',
        contentType: false,
      });
      const isFile = statusCode === 200 || statusCode === 206;
      return {
        status: statusCode,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
        body: isFile && request.method !== 'HEAD' ? stream : null,
      };
    },
  };
}

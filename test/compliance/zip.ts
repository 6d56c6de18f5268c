import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/** Returns the files of a zip archive by name, in the order of the archive. */
export async function readEntries(archive: Buffer): Promise<Map<string, Buffer>> {
  return await new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (readError, stream) => {
          if (readError) return reject(readError);
          buffer(stream).then((content) => {
            files.set(entry.fileName, content);
            zip.readEntry();
          }, reject);
        }),
      );
      zip.readEntry();
    });
  });
}

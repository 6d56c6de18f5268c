import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/** Returns the files of a zip archive, in their order. */
export async function entriesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  return await new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (fault, stream) => {
          if (fault) return reject(fault);
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

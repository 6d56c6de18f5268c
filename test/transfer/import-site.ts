import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { ItemFields } from './make-wxr.ts';
import { emptySite, importFile, makeTempFolder, type TempFolder } from './support.ts';

/** Returns fields of an item with an ID and a date. */
export const datedFields = (id: number, fields: ItemFields['wp'] = {}) => ({
  post_id: id,
  post_date: '2020-02-03 04:05:06',
  post_date_gmt: '2020-02-03 03:05:06',
  ...fields,
});

/** Provides a test file with a site that is emptied before each test, a folder for files, and an import function. */
export function useImportSite() {
  let site: TestSite;
  let temp: TempFolder;
  beforeAll(async () => {
    site = await openTestSite();
    temp = makeTempFolder();
  });
  afterAll(async () => {
    temp.remove();
    await site.close();
  });
  beforeEach(async () => await emptySite(site));
  return {
    get site() {
      return site;
    },
    importText: (text: string, options = {}) => importFile(site, temp.file('some.xml', text), options),
    listContents: () =>
      site.db.prisma.content.findMany({
        orderBy: { id: 'asc' },
        omit: { searchText: false, trashedAt: false },
        include: {
          terms: { include: { term: true } },
          importedMeta: { orderBy: { id: 'asc' } },
          author: { omit: { passwordHash: false } },
        },
      }),
  };
}

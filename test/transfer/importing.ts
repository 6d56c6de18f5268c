import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { ItemFields } from './make-wxr.ts';
import { emptySite, importFile, openWorkshop, type Workshop } from './support.ts';

/** Returns an item with a date in the format of the file. */
export const dated = (id: number, more: ItemFields['wp'] = {}) => ({
  post_id: id,
  post_date: '2020-02-03 04:05:06',
  post_date_gmt: '2020-02-03 03:05:06',
  ...more,
});

/** Provides a test file with a site that is emptied before each test, a folder for files, and an import function. */
export function importing() {
  let site: TestSite;
  let work: Workshop;
  beforeAll(async () => {
    site = await openTestSite();
    work = openWorkshop();
  });
  afterAll(async () => {
    work.remove();
    await site.close();
  });
  beforeEach(async () => await emptySite(site));
  return {
    get site() {
      return site;
    },
    get work() {
      return work;
    },
    importText: (text: string, options = {}) => importFile(site, work.file('some.xml', text), options),
    contents: () =>
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

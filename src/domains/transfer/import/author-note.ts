import type { ImportNote } from '../importer.ts';
import type { WxrAuthor } from '../wxr/records.ts';
import { truncate } from './item-notes.ts';

/** Creates a note about an author. */
export function createAuthorNote(author: WxrAuthor, outcome: ImportNote['outcome'], reason: string, detail = ''): ImportNote {
  return {
    line: author.line,
    outcome,
    what: 'author',
    sourceId: '',
    title: truncate(author.displayName || author.login, 200),
    reason,
    detail: truncate(detail, 200),
  };
}

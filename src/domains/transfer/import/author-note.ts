import type { ImportNote } from '../importer.ts';
import type { WxrAuthor } from '../wxr/records.ts';
import { short } from './item-notes.ts';

/** Creates a note about an author. */
export function authorNote(author: WxrAuthor, outcome: ImportNote['outcome'], reason: string, detail = ''): ImportNote {
  return {
    line: author.line,
    outcome,
    what: 'author',
    sourceId: '',
    title: short(author.displayName || author.login, 200),
    reason,
    detail: short(detail, 200),
  };
}

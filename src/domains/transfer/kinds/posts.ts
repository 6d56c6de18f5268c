import { registerItemKind } from '../item-kinds.ts';

const nothing: ReadonlySet<string> = new Set();

registerItemKind({ postType: 'post', kind: 'post', ownMeta: nothing });
registerItemKind({ postType: 'page', kind: 'page', ownMeta: nothing });

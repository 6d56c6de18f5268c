import { registerItemKind } from '../item-kinds.ts';

registerItemKind({ postType: 'post', kind: 'post', ownMeta: new Set() });
registerItemKind({ postType: 'page', kind: 'page', ownMeta: new Set() });

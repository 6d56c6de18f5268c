import { page as pageKind } from '#app/domains/content/kinds.ts';
import { applyMetaDefaults } from '#app/domains/content/meta.registry.ts';
import { listClasses } from '#app/domains/content/rendering.ts';
import { builder } from '../builder.ts';
import { Page } from '../content/post.ts';

builder.objectFields(Page, (t) => ({
  meta: t.field({
    type: 'JSON',
    description: 'Registered meta keys with their values or defaults.',
    resolve: (page) => applyMetaDefaults(page.meta),
  }),
  classList: t.stringList({
    description: 'CSS classes of the item.',
    resolve: (page) => listClasses(page, pageKind.typeName).filter((name) => !name.startsWith('format-')),
  }),
}));

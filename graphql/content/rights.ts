import { canAssignAuthor, canDelete, canEdit, canPublish } from '#app/domains/content/content.permissions.ts';
import { getKind } from '#app/domains/content/kinds.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder } from '../builder.ts';

export const ContentRights = builder.prismaObject('Content', {
  variant: 'ContentRights',
  description: 'What you may do with this content, so that a page can show or hide buttons. The server checks each action again.',
  fields: (t) => ({
    edit: t.boolean({
      description: 'Whether you may edit the content.',
      resolve: (content, _args, { viewer }) => canEdit(viewer, content),
    }),
    delete: t.boolean({
      description: 'Whether you may delete the content or move it to the trash.',
      resolve: (content, _args, { viewer }) => canDelete(viewer, content),
    }),
    publish: t.boolean({
      description: 'Whether you may publish the content, schedule it or make it private.',
      resolve: ({ kind }, _args, { viewer }) => canPublish(viewer, getKind(kind)),
    }),
    assignAuthor: t.boolean({
      description: 'Whether you may change the author of the content.',
      resolve: ({ kind }, _args, { viewer }) => canAssignAuthor(viewer, getKind(kind)),
    }),
    assignSticky: t.boolean({
      description: 'Whether you may make the content sticky: it then stays at the top of lists.',
      resolve: ({ kind }, _args, { viewer }) =>
        kind === 'post' && canAssignAuthor(viewer, getKind(kind)) && canPublish(viewer, getKind(kind)),
    }),
    writeUnfilteredHtml: t.boolean({
      description: 'Whether HTML that you write is stored unchanged.',
      resolve: (_content, _args, { viewer }) => viewer.can('unfiltered_html'),
    }),
    createCategories: t.boolean({
      description: 'Whether you may create categories.',
      resolve: (_content, _args, { viewer }) => viewer.can(category.create),
    }),
    assignCategories: t.boolean({
      description: 'Whether you may put the content into categories.',
      resolve: (_content, _args, { viewer }) => viewer.can(category.assign),
    }),
    createTags: t.boolean({
      description: 'Whether you may create tags.',
      resolve: (_content, _args, { viewer }) => viewer.can(tag.create),
    }),
    assignTags: t.boolean({
      description: 'Whether you may add tags to the content.',
      resolve: (_content, _args, { viewer }) => viewer.can(tag.assign),
    }),
  }),
});

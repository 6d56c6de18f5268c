import { canAssignAuthor, canDelete, canEdit, canPublish } from '#app/domains/content/content.permissions.ts';
import { kindOf } from '#app/domains/content/kinds.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder } from '../builder.ts';

/** What you may do with this content: for showing or hiding buttons. */
export const ContentRights = builder.prismaObject('Content', {
  variant: 'ContentRights',
  description: 'What you may do with this content: for showing or hiding buttons. Every act checks again.',
  fields: (t) => ({
    edit: t.boolean({ description: 'Whether you may change it.', resolve: (content, _args, { viewer }) => canEdit(viewer, content) }),
    delete: t.boolean({
      description: 'Move it to the trash or delete it.',
      resolve: (content, _args, { viewer }) => canDelete(viewer, content),
    }),
    publish: t.boolean({
      description: 'Publish or schedule it, or make it private.',
      resolve: ({ kind }, _args, { viewer }) => canPublish(viewer, kindOf(kind)),
    }),
    assignAuthor: t.boolean({
      description: 'Name another author.',
      resolve: ({ kind }, _args, { viewer }) => canAssignAuthor(viewer, kindOf(kind)),
    }),
    assignSticky: t.boolean({
      description: 'Keep it on top of lists.',
      resolve: ({ kind }, _args, { viewer }) =>
        kind === 'post' && canAssignAuthor(viewer, kindOf(kind)) && canPublish(viewer, kindOf(kind)),
    }),
    writeUnfilteredHtml: t.boolean({
      description: 'Write markup that is stored as it is.',
      resolve: (_content, _args, { viewer }) => viewer.can('unfiltered_html'),
    }),
    createCategories: t.boolean({
      description: 'Make new categories.',
      resolve: (_content, _args, { viewer }) => viewer.can(category.create),
    }),
    assignCategories: t.boolean({
      description: 'Put it into categories.',
      resolve: (_content, _args, { viewer }) => viewer.can(category.assign),
    }),
    createTags: t.boolean({ description: 'Make new tags.', resolve: (_content, _args, { viewer }) => viewer.can(tag.create) }),
    assignTags: t.boolean({ description: 'Put tags on it.', resolve: (_content, _args, { viewer }) => viewer.can(tag.assign) }),
  }),
});

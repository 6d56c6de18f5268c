import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { loadWholeContent } from '../content/whole-content.ts';
import { ContentChangeAction, type VisibleChange, subscribeToChanges } from './visible-changes.ts';
import { contentKinds } from '../content/enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { declareFormerName } from '../public/former-names.ts';

const ContentChangeType = builder.objectRef<VisibleChange>('ContentChange').implement({
  description: 'A change of one content item.',
  fields: (t) => ({
    action: t.expose('act', {
      ...declareFormerName('act'),
      type: ContentChangeAction,
      description: 'Effect of the change on your access.',
    }),
    databaseId: t.int({ description: 'ID of the content item.', resolve: ({ change }) => change.id }),
    kind: t.string({
      ...oneOf(contentKinds, 'Type of the content.', {
        old: 'Type of the content: `post`, `page`, `attachment`, `event`, `venue` or `organizer`.',
      }),
      resolve: ({ change }) => change.kind,
    }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The content after the change; null if you can no longer read it.',
      resolve: ({ content }, _args, context) => content && loadWholeContent(content, context),
    }),
  }),
});

builder.subscriptionField('contentChanged', (t) =>
  t.field({
    type: ContentChangeType,
    description:
      'Sends each committed change of content that you can read now, or could read before the change. If changes were missed, the stream ends with the error `events_lost`: read the data again, then subscribe again.',
    args: {
      kinds: t.arg.stringList({ ...oneOf(contentKinds, 'Only content of these types.', { old: 'Only content of these types.' }) }),
      ids: t.arg.intList({ description: 'Only content items with these IDs.' }),
    },
    ...publicAccess,
    subscribe: async (_root, { kinds, ids }, context) => {
      const idSet = ids ? new Set(ids) : null;
      return await subscribeToChanges(context, ({ id, kind }) => (!kinds || kinds.includes(kind)) && (!idSet || idSet.has(id)));
    },
    resolve: (change) => change,
  }),
);

import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { wholeContent } from '../content/whole-content.ts';
import { ChangeAct, type SeenChange, seenChanges } from './seen-changes.ts';
import { contentKinds } from '../content/closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';
import { formerly } from '../public/former-names.ts';

const ContentChangeType = builder.objectRef<SeenChange>('ContentChange').implement({
  description: 'A change of one content.',
  fields: (t) => ({
    action: t.field({ ...formerly('act'), type: ChangeAct, description: 'What the change is to you.', resolve: ({ act }) => act }),
    databaseId: t.int({ description: 'Number of the content.', resolve: ({ change }) => change.id }),
    kind: t.string({
      ...oneOf(contentKinds, 'What it is.', { old: '`post`, `page`, `attachment`, `event`, `venue`, `organizer`.' }),
      resolve: ({ change }) => change.kind,
    }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The content as it is now; null when it disappeared.',
      resolve: ({ content }, _args, context) => content && wholeContent(content, context),
    }),
  }),
});

builder.subscriptionField('contentChanged', (t) =>
  t.field({
    type: ContentChangeType,
    description:
      'Tells of every change of content that you can read, or could until then, once it is committed. An error `events_lost` ends the stream when changes were missed: read again, then subscribe again.',
    args: {
      kinds: t.arg.stringList({ ...oneOf(contentKinds, 'Only content of these kinds.', { old: 'Only content of these kinds.' }) }),
      ids: t.arg.intList({ description: 'Only these contents.' }),
    },
    ...everybody,
    subscribe: async (_root, { kinds, ids }, context) => {
      const wanted = ids ? new Set(ids) : null;
      return await seenChanges(context, ({ id, kind }) => (!kinds || kinds.includes(kind)) && (!wanted || wanted.has(id)));
    },
    resolve: (change) => change,
  }),
);

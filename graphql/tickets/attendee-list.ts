import { isPostEditor } from '#app/domains/tickets/audience.ts';
import { hideAttendeeList } from '#app/domains/tickets/attendee-list.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { cannotWriteTickets } from './shared.ts';
import { payload } from '../public/payload.ts';

builder.interfaceField(Content, 'isAttendeeListHidden', (t) =>
  t.boolean({
    description: 'Whether the list of attendees is only visible to managers of attendees.',
    resolve: async ({ id }, _args, { load }) => (await load.tickets.sellingPost.load(id))?.hidesAttendees ?? false,
  }),
);

builder.mutationField('setAttendeeListHidden', (t) =>
  t.boolean({
    ...payload('isHidden', 'Whether the attendee list is hidden now.'),
    description:
      'Hides the attendee list of a post from everyone except managers of attendees, or shows the list again; for users who may edit the post. Returns the new value.',
    args: {
      postId: t.arg.int({ required: true, description: 'ID of the post or event.' }),
      isHidden: t.arg.boolean({ required: true, description: 'Whether the list is hidden.' }),
    },
    ...guard(async ({ postId }: { postId: number }, { viewer, load }) => {
      const post = await load.tickets.sellingPost.load(postId);
      if (!post || !isPostEditor(viewer, post)) throw cannotWriteTickets();
    }),
    resolve: async (_root, { postId, isHidden }, { site, load }) => {
      await hideAttendeeList(site, postId, isHidden);
      load.tickets.clearTickets();
      return isHidden;
    },
  }),
);

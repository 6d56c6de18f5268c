import { subscribe } from '#app/core/feed/feed.ts';
import { Failure, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { isPasswordMissing, isManager, isQrKey, mayReadTicket } from '#app/domains/tickets/audience.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { type TicketChange, type TicketChangeEvent, ticketChanges } from '#app/domains/tickets/changes/ticket-changes.ts';
import { watchPosts } from '#app/domains/tickets/changes/watched-posts.ts';
import { countAttendance } from '#app/domains/tickets/attendee-counts.ts';
import type { TicketView } from '#app/domains/tickets/ticket.view.ts';
import { publicAccess } from '../../access.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { getSubscriberKey, VisibleEventStream } from '../../subscriptions/visible-event-stream.ts';
import { Attendee, Ticket } from '../refs.ts';
import { getAudience, checkManagerOrKey, keyArgument, managersOnly } from '../shared.ts';
import { AvailabilityStream } from './availability.ts';
import { WatchedSubscription } from './watched-subscription.ts';

const MAX_TICKETS = 50;
const gapNotice = 'If changes were missed, the stream ends with the error `events_lost`: read the data again, then subscribe again.';

/** Creates a subscription and watches the posts while the subscription is open. If the creation fails, the watch ends. */
async function subscribeAndWatch<T>(
  { site }: Context,
  postIds: readonly number[],
  createSource: () => Promise<AsyncIterableIterator<T>>,
): Promise<AsyncIterableIterator<T>> {
  const end = await watchPosts(site, postIds);
  try {
    return new WatchedSubscription(await createSource(), end);
  } catch (error) {
    end();
    throw error;
  }
}

interface CheckInMessage {
  change: TicketChange;
  attendee: AttendeeRecord;
}

const CheckInEvent = builder.objectRef<CheckInMessage>('CheckInEvent').implement({
  description: 'A check-in, or the reversal of a check-in.',
  fields: (t) => ({
    isCheckedIn: t.boolean({
      description: 'True for a check-in; false for its reversal.',
      resolve: ({ change }) => change.isCheckedIn === true,
    }),
    attendee: t.field({
      type: Attendee,
      description: 'The attendee after the change.',
      resolve: ({ attendee }, _args, context) => viewAttendee(attendee, { ...getAudience(context), isManager: true }),
    }),
    checkedIn: t.int({
      description: 'Current number of attendees of the post or event who are checked in.',
      resolve: async ({ change }, _args, { site }) => (await countAttendance(site, [change.postId])).get(change.postId)?.checkedIn ?? 0,
    }),
  }),
});

builder.subscriptionField('checkIns', (t) =>
  t.field({
    type: CheckInEvent,
    description: `Sends each new check-in at a post or event, and each reversal of a check-in; for managers of attendees. ${gapNotice}`,
    args: { eventId: t.arg.int({ required: true, description: 'ID of the post or event.' }), ...keyArgument },
    ...managersOnly,
    subscribe: async (_root, { eventId, apiKey }, context) => {
      await checkManagerOrKey(context, apiKey);
      if (!(await context.load.tickets.sellingPost.load(eventId))) throw notFound('post_not_found', 'There is no such post.');
      const isRelevant = ({ postId, attendeeId }: TicketChange) => postId === eventId && attendeeId !== undefined;
      return await subscribeAndWatch(context, [eventId], async () => {
        const source = await subscribe(context.site, ticketChanges, getSubscriberKey(context), isRelevant);
        return new VisibleEventStream<TicketChangeEvent, CheckInMessage>(source, context, (viewer, { change, attendee }) =>
          attendee && (isManager(viewer) || isQrKey(context.site, apiKey)) ? { change, attendee } : null,
        );
      });
    },
    resolve: (message) => message,
  }),
);

/** Returns the IDs of the tickets' posts. Throws `invalid_arguments` for too many tickets, and `ticket_not_accessible`. */
async function findPostIds(context: Context, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || ids.length > MAX_TICKETS) throw invalidArguments({ ids: `Subscribe to 1 to ${MAX_TICKETS} tickets.` });
  const viewerAudience = getAudience(context);
  const tickets = await Promise.all(ids.map((id) => context.load.tickets.ticket.load(id)));
  const postIds = tickets.map((ticket) => {
    if (!ticket?.post || !mayReadTicket(viewerAudience, ticket) || isPasswordMissing(viewerAudience, ticket.post))
      throw new Failure('ticket_not_accessible', 401, 'You may not see this ticket.');
    return ticket.post.id;
  });
  return [...new Set(postIds)].sort((a, b) => a - b);
}

builder.subscriptionField('ticketAvailability', (t) =>
  t.field({
    type: [Ticket],
    complexity: 20,
    description: `Sends tickets that you may see whenever their remaining places change. The first message contains all requested tickets. Changes in quick succession are sent as one. ${gapNotice}`,
    args: { ids: t.arg.intList({ required: true, description: `IDs of the tickets, at most ${MAX_TICKETS}.` }) },
    ...publicAccess,
    subscribe: async (_root, { ids }, context) => {
      const postIds = await findPostIds(context, ids);
      const unreadPostIds = new Set<number>();
      // reading a change loads the newest state, so a post with an unread change needs no further change
      const isRelevant = ({ postId, attendeeId }: TicketChange) => {
        if (attendeeId !== undefined || !postIds.includes(postId) || unreadPostIds.has(postId)) return false;
        unreadPostIds.add(postId);
        return true;
      };
      return await subscribeAndWatch<TicketView[]>(context, postIds, async () => {
        const source = await subscribe(context.site, ticketChanges, getSubscriberKey(context), isRelevant);
        return new AvailabilityStream(source, context, ids, unreadPostIds);
      });
    },
    resolve: (tickets) => tickets,
  }),
);

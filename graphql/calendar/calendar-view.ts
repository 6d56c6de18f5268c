import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { loadCalendarView } from '#app/domains/events/calendar/calendar.service.ts';
import { renderView } from '#app/domains/events/calendar/html/view.html.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import type { CalendarView as View } from '#app/domains/events/calendar/view.ts';
import { checkViewNonces, mayManageUrl, parseCalendarQuery, type ViewRequest } from '#app/domains/events/calendar/view-request.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { Event } from '../events/refs.ts';
import { calendarViews } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

/** A view, and whether its client updates the URL in the browser. */
interface LoadedView {
  view: View;
  managesUrl: boolean;
}

const CalendarView = builder.objectRef<LoadedView>('CalendarView').implement({
  description: 'One view of the calendar: its events, links to the previous and next view, and the HTML.',
  fields: (t) => ({
    html: t.field({
      type: 'HTML',
      description:
        'HTML element of the view. It works without scripts, and contains the data that scripts require. For the view `REFLECTOR`, a string with the parameters of the request as JSON.',
      resolve: ({ view, managesUrl }, _args, { site, viewer }) => renderView(site, view, { viewer, managesUrl, isInitialLoad: false }),
    }),
    slug: t.string({
      ...oneOf(calendarViews, 'Type of the view.', {
        old: 'Type of the view: `list`, `month`, `day`, `week`, `latest-past` or `reflector`.',
      }),
      resolve: ({ view }) => view.slug,
    }),
    label: t.string({ description: 'Display name of the view.', resolve: ({ view }) => view.label }),
    title: t.string({ description: 'Heading of the view, as plain text.', resolve: ({ view }) => toPlainText(view.title) }),
    period: t.string({ description: 'Period of the view, such as `January 2031`.', resolve: ({ view }) => view.period.label }),
    url: t.string({ description: 'URL of the page of the view.', resolve: ({ view }) => view.url }),
    previousUrl: t.string({
      nullable: true,
      description: 'URL of the previous view; null if the previous view has no events.',
      resolve: ({ view }) => view.previous?.url ?? null,
    }),
    nextUrl: t.string({
      nullable: true,
      description: 'URL of the next view; null if the next view has no events.',
      resolve: ({ view }) => view.next?.url ?? null,
    }),
    todayUrl: t.string({ description: 'URL of the view that contains today.', resolve: ({ view }) => view.todayUrl }),
    feedUrl: t.string({ description: 'URL of an iCalendar feed of the same events.', resolve: ({ view }) => view.feedUrl }),
    events: t.field({ type: [Event], description: 'Events of the view, without duplicates.', resolve: ({ view }) => [...view.events] }),
  }),
});

const urlArgument = {
  required: true,
  description:
    'URL of a calendar page. Its path and query determine view, date, page and filters. Any other URL stands for the front page of the calendar.',
} as const;
const viewArgument = { description: 'Name of the view. It takes precedence over the URL; an unknown name is ignored.' };
const previousUrlArgument = {
  description: 'URL of the previous view. If its filters differ from those of `url`, the page number restarts at 1.',
};

async function loadView(request: ViewRequest, { site, viewer }: Context) {
  return {
    view: await loadCalendarView(site, getDefaultTexts(site), viewer, parseCalendarQuery(site, request)),
    managesUrl: mayManageUrl(request),
  };
}

/** Cost of a view, which contains a page or month of events with their HTML. */
const complexity = 2000;

type Nonces = { nonce?: string | null | undefined; fallbackNonce?: string | null | undefined };

builder.queryFields((t) => ({
  calendarView: t.field({
    type: CalendarView,
    complexity,
    description: 'One view of the calendar, with the same content as the page of the calendar.',
    args: { url: t.arg.string(urlArgument), view: t.arg.string(viewArgument), previousUrl: t.arg.string(previousUrlArgument) },
    ...publicAccess,
    resolve: (_root, args, context) => loadView(args, context),
  }),
  calendarFragment: t.field({
    ...legacy({ use: 'calendarView' }),
    type: CalendarView,
    complexity,
    description:
      'One view of the calendar, for scripts on calendar pages. The scripts send a nonce for the action `view_rest`, and may override parts of the URL.',
    args: {
      url: t.arg.string(urlArgument),
      view: t.arg.string(viewArgument),
      viewData: t.arg({
        type: 'JSON',
        description: 'Overrides: `url`, `prev_url`, `should_manage_url`, `tribe-bar-search`, `tribe-bar-date`.',
      }),
      previousUrl: t.arg.string(previousUrlArgument),
      managesUrl: t.arg.boolean({ defaultValue: true, description: 'Whether the client updates the URL in the browser.' }),
      nonce: t.arg.string({ description: 'Your nonce for the action `view_rest`.' }),
      fallbackNonce: t.arg.string({
        description: 'Nonce of a visitor for the same action, which cached pages contain. One of the two nonces has to be valid.',
      }),
    },
    ...guard((args: Nonces, { site, viewer }) => checkViewNonces(site, viewer, args.nonce, args.fallbackNonce)),
    resolve: (_root, args, context) => loadView(args, context),
  }),
}));

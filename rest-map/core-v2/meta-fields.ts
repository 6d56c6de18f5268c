import { type Field, flag, object, text } from '#app/rest/table.ts';

const layout = ['site-sidebar-layout', 'site-content-layout', 'site-content-style', 'site-sidebar-style', 'site-migrate-layouts'] as const;
const display = [
  'site-global-header-display', 'site-banner-title-visibility', 'site-main-header-display', 'site-above-header-display', 'site-below-header-display',
  'site-mobile-header-display', 'site-title-display', 'site-breadcrumbs-display', 'site-featured-image-display', 'site-footer-display',
  'site-transparent-header', 'site-sticky-header', 'site-background-enabled',
] as const;
const ticketing = [
  '_price', '_stock', '_tribe_ticket_header', '_tribe_default_ticket_provider', '_tribe_ticket_capacity', '_ticket_start_date', '_ticket_end_date',
  '_tribe_ticket_show_description', '_tribe_ticket_use_global_stock', '_tribe_ticket_global_stock_level', '_global_stock_mode',
  '_global_stock_cap', '_tribe_rsvp_for_event', '_tribe_ticket_going_count', '_tribe_ticket_not_going_count', '_tribe_tickets_list',
] as const;

const each = (keys: readonly string[], field: () => Field) => Object.fromEntries(keys.map((key) => [key, field()]));
const background = () => object({ desktop: object(), tablet: object(), mobile: object() });

/** Registered meta keys (document 1, "Core post", field `meta`). The names of the display options are specific to this site. */
export const metaFields: Readonly<Record<string, Field>> = {
  ...each(layout, () => text({ default: 'default' })),
  ...each(display, () => text({ default: '' })),
  ...each(['site-page-background', 'site-content-background'], background),
  ...each(ticketing, () => text({ default: '' })),
  ...each(['_tribe_ticket_show_not_going', '_tribe_ticket_has_attendee_info_fields'], () => flag({ default: false })),
  footnotes: text({ default: '' }),
};

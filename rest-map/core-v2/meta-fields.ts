import { type Field, flag, object, text } from '#app/rest/table.ts';

const textKeys = [
  '_price', '_stock', '_tribe_ticket_header', '_tribe_default_ticket_provider', '_tribe_ticket_capacity', '_ticket_start_date', '_ticket_end_date',
  '_tribe_ticket_show_description', '_tribe_ticket_use_global_stock', '_tribe_ticket_global_stock_level', '_global_stock_mode',
  '_global_stock_cap', '_tribe_rsvp_for_event', '_tribe_ticket_going_count', '_tribe_ticket_not_going_count', '_tribe_tickets_list',
] as const;

const table = (keys: readonly string[], field: () => Field) => Object.fromEntries(keys.map((key) => [key, field()]));
const background = () => object({ desktop: object(), tablet: object(), mobile: object() });

/** Registered meta keys (document 1, "Core post", field `meta`). */
export const metaFields: Readonly<Record<string, Field>> = {
  ...table(['site-sidebar-layout', 'site-content-layout', 'site-content-style', 'site-sidebar-style', 'migrate-layout'], () => text({ default: 'default' })),
  ...table(['page-background', 'content-background'], background),
  ...table(textKeys, () => text({ default: '' })),
  ...table(['_tribe_ticket_show_not_going', '_tribe_ticket_has_attendee_info_fields'], () => flag({ default: false })),
  footnotes: text({ default: '' }),
};

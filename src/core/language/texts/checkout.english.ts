/** What the way from an event's page to a ticket says. */
export const checkoutInEnglish = {} as const;

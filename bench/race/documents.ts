/** Selections for Marquee. They select the same data as `postgraphile`. */
export const marqueeSelections = {
  event:
    '{ databaseId slug title: name startUtc endUtc timezone venues { databaseId title: name city } organizers { databaseId title: name email } categoryIds tagIds }',
  attendee: '{ databaseId name ticketId postId management { email isCheckedIn } }',
};

const selectLinked = (detail: string, member: string) => `{ nodes { ${detail} { ${member} contentByContentId { rowId title } } } }`;

/** Selections for PostGraphile. They select the same data as `marquee`. */
export const postgraphileSelections = {
  event: `{ contentId startUtc endUtc timezone
    contentByContentId { slug title contentTermsByContentId(orderBy: [TERM_ID_ASC]) { nodes { termByTermId { rowId taxonomy } } } }
    eventVenuesByEventId ${selectLinked('venueByVenueId', 'city')}
    eventOrganizersByEventId ${selectLinked('organizerByOrganizerId', 'email')} }`,
  attendee: '{ rowId fullName ticketId postId email checkedIn }',
};

import { ANONYMOUS, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Personal data of comments. An erasure keeps the text and removes the author's name, email address, URL, IP address and user agent. */
export const commentData: PersonalData = {
  comment: rowsOfPeople({
    label: 'Comments',
    about: 'lower(t.author_email) = $1 OR t.user_id = ANY($2::int[])',
    erase: { author_name: `'${ANONYMOUS}'`, author_url: "''", author_ip: "''", author_agent: "''" },
  }),
};

import { ANONYMOUS, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Personal data of comments. An erasure keeps the text and removes name and addresses of the author. */
export const commentData: PersonalData = {
  comment: rowsOfPeople({
    label: 'Comments',
    about: 'lower(t.author_email) = $1 OR t.user_id = ANY($2::int[])',
    erase: { author_name: `'${ANONYMOUS}'`, author_url: "''", author_ip: "''", author_agent: "''" },
  }),
};

import { ANONYMOUS, ofPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Keeps the text of a comment and removes its author's name and addresses. */
export const commentData: PersonalData = {
  comment: ofPeople({
    label: 'Comments',
    about: 'lower(t.author_email) = $1 OR t.user_id = ANY($2::int[])',
    erase: { author_name: `'${ANONYMOUS}'`, author_url: "''", author_ip: "''", author_agent: "''" },
  }),
};

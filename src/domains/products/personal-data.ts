import { ANONYMOUS, nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

const BY_ADDRESS = 'lower(t.email) = $1';
const BY_EITHER = `${BY_ADDRESS} OR t.user_id = ANY($2::int[])`;

/** Erasing deletes newsletter subscribers, and anonymizes feedback about products. */
export const productData: PersonalData = {
  newsletter_opt_in: ofPeople({ label: 'Newsletters that were asked for', about: BY_ADDRESS, erase: 'delete' }),
  deactivation_feedback: ofPeople({
    label: 'Why products were switched off',
    about: BY_EITHER,
    erase: { name: `CASE WHEN t.name = '' THEN '' ELSE '${ANONYMOUS}' END`, note: "''" },
  }),
  support_request: ofPeople({ label: 'Feedback that waits for an answer', about: BY_ADDRESS, erase: 'delete' }),
  feedback: ofPeople({ label: 'Feedback', about: BY_EITHER, erase: { email: 'NULL', note: "''" } }),
  product: texts('Products'),
  license_key: nothing('keys of licenses'),
  product_license: texts('Licenses of this installation'),
  programmatic_license: nothing('keys of licenses'),
  announcement: texts('Announcements of products'),
  announcement_dismissal: nothing('which announcements were put away'),
  rating_dismissal: nothing('when to ask for a rating again'),
};

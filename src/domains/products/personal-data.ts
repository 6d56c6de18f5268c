import { ANONYMOUS, nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

const BY_EMAIL = 'lower(t.email) = $1';
const BY_EMAIL_OR_ACCOUNT = `${BY_EMAIL} OR t.user_id = ANY($2::int[])`;

/** Erasing deletes newsletter subscribers, and anonymizes feedback about products. */
export const productData: PersonalData = {
  newsletter_opt_in: ofPeople({ label: 'Newsletter subscriptions', about: BY_EMAIL, erase: 'delete' }),
  deactivation_feedback: ofPeople({
    label: 'Reasons for deactivating products',
    about: BY_EMAIL_OR_ACCOUNT,
    erase: { name: `CASE WHEN t.name = '' THEN '' ELSE '${ANONYMOUS}' END`, note: "''" },
  }),
  support_request: ofPeople({ label: 'Feedback that requires a reply', about: BY_EMAIL, erase: 'delete' }),
  feedback: ofPeople({ label: 'Feedback', about: BY_EMAIL_OR_ACCOUNT, erase: { email: 'NULL', note: "''" } }),
  product: texts('Products'),
  license_key: nothing('keys of licenses'),
  product_license: texts('Licenses of this installation'),
  programmatic_license: nothing('keys of licenses'),
  announcement: texts('Announcements of products'),
  announcement_dismissal: nothing('which announcements were dismissed'),
  rating_dismissal: nothing('when to ask for a rating again'),
};

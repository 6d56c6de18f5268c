import { ANONYMOUS, noPersonalData, rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

const BY_EMAIL = 'lower(t.email) = $1';
const BY_EMAIL_OR_ACCOUNT = `${BY_EMAIL} OR t.user_id = ANY($2::int[])`;

/** Personal data about products. An erasure deletes newsletter subscriptions and support requests, and anonymizes feedback. */
export const productData: PersonalData = {
  newsletter_opt_in: rowsOfPeople({ label: 'Newsletter subscriptions', about: BY_EMAIL, erase: 'delete' }),
  deactivation_feedback: rowsOfPeople({
    label: 'Reasons for deactivating products',
    about: BY_EMAIL_OR_ACCOUNT,
    erase: { name: `CASE WHEN t.name = '' THEN '' ELSE '${ANONYMOUS}' END`, note: "''" },
  }),
  support_request: rowsOfPeople({ label: 'Feedback that requires a reply', about: BY_EMAIL, erase: 'delete' }),
  feedback: rowsOfPeople({ label: 'Feedback', about: BY_EMAIL_OR_ACCOUNT, erase: { email: 'NULL', note: "''" } }),
  product: mentioningTexts('Products'),
  license_key: noPersonalData('keys of licenses'),
  product_license: mentioningTexts('Licenses of this installation'),
  programmatic_license: noPersonalData('keys of licenses'),
  announcement: mentioningTexts('Announcements of products'),
  announcement_dismissal: noPersonalData('which announcements were dismissed'),
  rating_dismissal: noPersonalData('when to ask for a rating again'),
};

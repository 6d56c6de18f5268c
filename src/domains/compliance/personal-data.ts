import { ANONYMOUS, noPersonalData, rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

/**
 * Personal data of this domain. An erasure also resolves the person's data requests. Consent records contain only a random ID, so they cannot be
 * assigned to a person.
 */
export const complianceData: PersonalData = {
  data_request: rowsOfPeople({
    label: 'Data requests',
    about: 'lower(t.email) = $1',
    erase: { name: `'${ANONYMOUS}'`, resolved_at: 'COALESCE(t.resolved_at, now())' },
  }),
  cookie_scan_token: rowsOfPeople({
    label: 'Scans of cookies in the browser',
    about: 't.user_id = ANY($2::int[])',
    without: ['token_hash'],
    erase: 'delete',
  }),
  consent_record: mentioningTexts('Choices about cookies'),
  legal_document: mentioningTexts('Legal documents'),
  consent_banner_design: mentioningTexts('Designs of the banner'),
  cookie_service: mentioningTexts('Services that set cookies'),
  cookie_inventory: mentioningTexts('Cookies'),
  site_scan: mentioningTexts('Scans of the site'),
  scan_page: noPersonalData('pages whose cookies were reported'),
};

import { ANONYMOUS, nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

/**
 * Personal data of this domain. An erasure also resolves the person's data requests. Consent records contain only a random ID, so they have
 * no known person.
 */
export const complianceData: PersonalData = {
  data_request: ofPeople({
    label: 'Data requests',
    about: 'lower(t.email) = $1',
    erase: { name: `'${ANONYMOUS}'`, resolved_at: 'COALESCE(t.resolved_at, now())' },
  }),
  cookie_scan_token: ofPeople({
    label: 'Scans of cookies in the browser',
    about: 't.user_id = ANY($2::int[])',
    without: ['token_hash'],
    erase: 'delete',
  }),
  consent_record: texts('Choices about cookies'),
  legal_document: texts('Legal documents'),
  consent_banner_design: texts('Designs of the banner'),
  cookie_service: texts('Services that set cookies'),
  cookie_inventory: texts('Cookies'),
  site_scan: texts('Scans of the site'),
  scan_page: nothing('pages whose cookies were reported'),
};

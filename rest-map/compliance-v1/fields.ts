import { text, textOr, untyped } from '#app/rest/table.ts';
import { listOrObjectOrEmpty, memberNames, prefixedForm, textsOf, sentBody, sentHeader } from './parameters.ts';

/** Published REST interface (document 2), "Compliance"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 2. No parameter is published. */

const word = (description: string) => textOr(null, untyped({ description }));

export const locale = { locale: word('Locale of the returned texts, such as de_DE.') };
export const visit = { ...locale, user_region: word('Region code for a preview. Overrides the detected region of the visitor.') };
export const area = { password: word('Password of the protected content.') };

export const choice = {
  consented_categories: textsOf({ default: ['no_choice'] }),
  consented_services: listOrObjectOrEmpty(),
  consenttype: word('Consent type of the visitor: `optin`, `optout` or `other`. If omitted, the default of the site.'),
  id: word('ID of the visitor, unique for each browser.'),
};

export const report = {
  cookies: memberNames(),
  lstorage: memberNames(),
  token: textOr('', text({ default: '', phase: 'none' })),
  page_id: textOr('', untyped({ default: '' }), 'number'),
};

export const request = {
  sent: prefixedForm({
    prefix: 'cmp_datarequest_',
    texts: { firstname: 'firstName', name: 'name', email: 'email', region: 'region' },
    checkboxes: {
      kinds: ['global_optout', 'cross_context', 'limit_sensitive', 'request_for_access', 'right_to_be_forgotten', 'right_to_data_portability'],
    },
  }),
};

export const scan = { body: sentBody(), timestamp: sentHeader('x-radar-timestamp'), signature: sentHeader('x-radar-signature') };

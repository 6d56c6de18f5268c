import { prefixedForm, sentBody, sentHeader, text, untyped } from '#app/rest/table.ts';

/** Document 2, "Compliance"; behaviour: cache-compliance-maps-2fa-theme.md 2. No parameter is published. */

const word = (description: string) => untyped({ description, clean: (sent) => (typeof sent === 'string' ? sent : null) });
const isMap = (sent: unknown): sent is object => typeof sent === 'object' && sent !== null && !Array.isArray(sent);
const names = (sent: unknown) => (isMap(sent) ? Object.keys(sent) : []);

export const locale = { locale: word('Language of the texts, such as de_DE.') };
export const visit = { ...locale, user_region: word('Region to look at the site from.') };
export const area = { password: word('Opens a protected content.') };

export const choice = {
  consented_categories: untyped({ default: ['no_choice'], check: (sent) => Array.isArray(sent), clean: (sent) => (sent as unknown[]).filter((one) => typeof one === 'string') }),
  consented_services: untyped({ default: [], clean: (sent) => (typeof sent === 'object' ? sent : []) }),
  consenttype: word('Kind of consent that the law asks for.'),
  id: word("Names the visitor's browser."),
};

export const report = {
  cookies: untyped({ default: [], clean: names }),
  lstorage: untyped({ default: [], clean: names }),
  token: text({ default: '', phase: 'none', clean: (sent) => (typeof sent === 'string' ? sent : '') }),
  page_id: untyped({ default: '', clean: (sent) => (typeof sent === 'number' ? String(sent) : typeof sent === 'string' ? sent : '') }),
};

export const request = {
  sent: prefixedForm({
    prefix: 'cmp_datarequest_',
    texts: { firstname: 'firstName', name: 'name', email: 'email', region: 'region' },
    marks: {
      kinds: ['global_optout', 'cross_context', 'limit_sensitive', 'request_for_access', 'right_to_be_forgotten', 'right_to_data_portability'],
    },
  }),
};

export const scan = { body: sentBody(), timestamp: sentHeader('x-radar-timestamp'), signature: sentHeader('x-radar-signature') };

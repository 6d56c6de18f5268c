import type { CookieService } from '#db';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** A cookie as documents and front ends show it. */
export interface PolicyCookie {
  name: string;
  retention: string;
  function: string;
  purpose: string;
  /** Null if the cookie has no service. */
  service: PolicyCookieService | null;
}

export type PolicyCookieService = Pick<CookieService, 'id' | 'name' | 'slug' | 'sharesData' | 'privacyStatementUrl'>;

const selectShown = statement(
  'compliance_shown_cookies',
  `SELECT c.name, c.retention, c.function, c.purpose, s.id, s.name AS "serviceName", s.slug, s.shares_data AS "sharesData",
    s.privacy_statement_url AS "privacyStatementUrl"
  FROM cookie_inventory c LEFT JOIN cookie_service s ON s.id = c.service_id
  WHERE c.language = $1 AND NOT c.deleted AND NOT c.ignored AND c.show_on_policy ORDER BY c.name`,
  rowShape({
    name: 'text',
    retention: 'text',
    function: 'text',
    purpose: 'text',
    id: 'int?',
    serviceName: 'text?',
    slug: 'text?',
    sharesData: 'bool?',
    privacyStatementUrl: 'text?',
  }),
);

/** Returns the cookies of the cookie policy, sorted by name. `language` is a two-letter code. */
export async function listShownCookies(site: Site, language: string): Promise<PolicyCookie[]> {
  const rows = await site.db.rows(selectShown, [language]);
  return rows.map(({ id, serviceName, slug, sharesData, privacyStatementUrl, ...cookie }) => ({
    ...cookie,
    service:
      id === null
        ? null
        : {
            id,
            name: serviceName ?? '',
            slug: slug ?? '',
            sharesData: sharesData ?? false,
            privacyStatementUrl: privacyStatementUrl ?? '',
          },
  }));
}

import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { getDefaultDesign } from '../banner/banner.service.ts';
import { findLaw, getSiteConsentType, type VisitorOrigin } from '../regions/visitor.ts';
import { normalizeCategories, normalizeConsentType, isVisitorId, normalizeServices } from './consent.rules.ts';

/** A visitor's choice, as sent by a front end. */
export interface ConsentInput {
  categories: readonly unknown[];
  services: unknown;
  consentType: string | null | undefined;
}

/** The browser that sends the choice. */
export interface Visitor extends VisitorOrigin {
  /** ID from the cookie or the request. Undefined for a new visitor. */
  id: string | undefined;
  ip: string;
  userAgent: string;
}

const insertConsent = statement(
  'compliance_record_consent',
  `INSERT INTO consent_record
    (visitor_id, categories, services, consent_type, region, banner_id, banner_version, ip_hash, user_agent, created_at)
  SELECT $1, $2::text[], $3::jsonb, $4, $5, $6, $7, $8, $9, $10::timestamptz
  WHERE NOT EXISTS (SELECT 1 FROM (SELECT * FROM consent_record WHERE visitor_id = $1 ORDER BY id DESC LIMIT 1) AS last
    WHERE last.categories = $2::text[] AND last.services = $3::jsonb AND last.consent_type = $4 AND last.region = $5
      AND last.banner_id = $6::int AND last.banner_version = $7::int)`,
);

/** Stores a visitor's choice if it differs from the latest one. Returns the visitor's ID. */
export async function recordConsent(site: Site, visitor: Visitor, choice: ConsentInput): Promise<string> {
  const id = visitor.id !== undefined && isVisitorId(visitor.id) ? visitor.id : randomUUID();
  const [{ region }, banner, defaultType] = await Promise.all([findLaw(site, visitor), getDefaultDesign(site), getSiteConsentType(site)]);
  const categories = normalizeCategories(choice.categories);
  const values = [
    id,
    categories.length === 0 ? ['no_choice'] : categories,
    JSON.stringify(normalizeServices(choice.services)),
    normalizeConsentType(choice.consentType ?? '') || defaultType,
    region,
    banner.id,
    banner.version,
    createKeyedHash(site, 'consent address', visitor.ip),
    visitor.userAgent.replaceAll('\0', '').slice(0, 500),
    now(),
  ];
  await site.db.rows(insertConsent, values);
  return id;
}

import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { getCategoryCookie, isCategoryName } from '#app/core/consent/consent-cookies.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { listAcceptedServiceIds } from '../blocking/visitor-decision.ts';
import { type Configuration, findCachedConfiguration, readConfiguration } from '../configuration/configuration.ts';
import { findCountry } from '../country/country.service.ts';
import { consentNotDocumented, tooManyConsents } from '../failures.ts';
import { toSiteDay } from '#app/domains/content/site-time.ts';
import { deleteOldConsents } from '../log/retention.service.ts';
import { isFlood, type NewEntry, countRecentConsents, writeEntry, type WriteResult } from '../log/write-entry.ts';
import { calculateRevisions, type CalculatedRevisions } from '../revision/calculated-revisions.ts';
import { readPublishedHash, storeRevisions } from '../revision/revision.service.ts';
import { resolveLinks } from '../revision/independent.rules.ts';
import { buildCountParameters } from '../statistics/counting.ts';
import { productVersion } from '../product.ts';
import { parseVisitorAddress } from './address.rules.ts';
import { getConsentCookieName, formatConsentCookie, parseConsentCookie, type RememberedConsent } from './cookie.rules.ts';
import { type Decision, type DecisionWord, serializeDecision, decisionWords, expandDecision, parseDecision } from './decision.rules.ts';
import { toPureReferer, toStorableUrl } from './referer.rules.ts';
import { trackSavingFailure } from './saving-check.ts';
import type { Visitor } from './visitor.ts';

/** A decision to document. */
export interface ConsentDraft {
  /** A decision word, or service IDs by group ID, as sent by the client. If absent, the button determines the decision. */
  decision: unknown;
  buttonClicked: string;
  /** True for a test, which does not store the consent and does not count it in the statistics. */
  isDummy?: boolean;
  markAsDoNotTrack?: boolean;
  blockerId?: number | null;
  viewportWidth?: number;
  viewportHeight?: number;
  /** The decision as a string of the Transparency and Consent Framework (TCF). */
  tcfString?: string | null;
  /** Granted consent types of Google Consent Mode. */
  gcmConsent?: readonly string[] | null;
  /** The visitor's actions in the banner, recorded by its script. */
  recorder?: string | null;
  /** View in which the visitor decided: `initial` or `change`. */
  uiView?: string | null;
  /** Time of the decision according to the visitor's device. */
  createdClientTime?: Date | null;
  referer?: string | null;
  /** False if the response must not set cookies. Default: true. */
  setsCookies?: boolean;
  /** Reason why the visitor was not asked. Null if the visitor was asked. */
  customBypass?: 'geolocation' | 'bannerless' | null;
  /** Part of the site in which the visitor decided, such as a language. Default: an empty string. */
  context?: string;
}

/** A documented decision. */
export interface DocumentedConsent {
  uuid: string;
  /** Hash of the published revision. The cookie contains it. The consent itself refers to the current revision. */
  revisionHash: string;
  decision: Decision;
  /** ID of the consent. Always 1 for a dummy. */
  consentId: number;
}

/** Version of the banner's design. */
const DESIGN_VERSION = 12;
const DAY_SECONDS = 86_400;

const isDecisionWord = (value: unknown): value is DecisionWord => decisionWords.includes(value as DecisionWord);

/** Returns the decision of a button. Undefined for buttons that save a detailed choice. */
function getButtonDecision(button: string): DecisionWord | undefined {
  if (button.endsWith('_all')) return 'all';
  return button.endsWith('_essential') || button.endsWith('_close_icon') || button === 'shortcode_revoke' ? 'essentials' : undefined;
}

/**
 * Returns the first decision that exists: the decision in the draft, the decision of the button, the visitor's earlier decision, or `essentials`
 * (docs/behaviour/consent-queue-product.md 2.2). Throws `consent_not_documented` if it is invalid.
 */
function resolveDecision(
  draft: Pick<ConsentDraft, 'decision' | 'buttonClicked'>,
  remembered: RememberedConsent | null,
  { dependent }: CalculatedRevisions,
): Decision {
  const chosen = draft.decision ?? getButtonDecision(draft.buttonClicked) ?? remembered?.decision ?? 'essentials';
  const decision = isDecisionWord(chosen) ? expandDecision(chosen, dependent.content.groups) : parseDecision(chosen);
  if (!decision) throw consentNotDocumented();
  return decision;
}

/** Returns the consent in the visitor's cookie, and the name of the cookie. */
export function readRememberedConsent(
  site: Site,
  { options }: Configuration,
  visitor: Visitor,
  context = '',
): { name: string; remembered: RememberedConsent | null } {
  const name = getConsentCookieName({ siteUrl: site.config.siteUrl, cookieVersion: options.cookieVersion, context });
  return { name, remembered: parseConsentCookie(visitor.cookies.get(name)) };
}

/** Returns the columns for an IP address: the full address if it may be saved, and the keyed hash of the truncated address. */
function buildAddressColumns(site: Site, ip: string, isSaved: boolean) {
  const { family, full, truncated } = parseVisitorAddress(ip);
  const hash = createKeyedHash(site, 'consent address', truncated);
  const isIpv4 = family === 'ipv4';
  return {
    ipv4: isSaved && isIpv4 ? full : '',
    ipv6: isSaved && !isIpv4 ? full : '',
    isSaved,
    ipv4Hash: isIpv4 ? hash : '',
    ipv6Hash: isIpv4 ? '' : hash,
  };
}

/** Throws `too_many_consents` if the visitor's network has sent too many consents within the last minute. */
export async function checkFlood(site: Site, { ip }: Visitor): Promise<void> {
  const { ipv4Hash, ipv6Hash } = buildAddressColumns(site, ip, false);
  if (isFlood(await countRecentConsents(site, { ipv4Hash, ipv6Hash }, now()))) throw tooManyConsents();
}

const clampPixels = (value: number | undefined): number => Math.max(0, Math.min(1_000_000, Math.trunc(value ?? 0)));

interface DocumentingContext {
  configuration: Configuration;
  visitor: Visitor;
  draft: ConsentDraft;
  decision: Decision;
  remembered: RememberedConsent | null;
  created: Date;
  uuid: string;
}

async function buildEntry(
  site: Site,
  { configuration, visitor, draft, decision, remembered, created, uuid }: DocumentingContext,
): Promise<NewEntry> {
  const { options } = configuration;
  const referer = toStorableUrl(draft.referer);
  const links = resolveLinks(configuration);
  const findLinkUrl = (type: string) => links.find(({ pageType }) => pageType === type)?.url ?? null;
  return {
    uuid,
    created: created.toISOString(),
    createdClientTime: draft.createdClientTime?.toISOString() ?? null,
    context: draft.context ?? '',
    pluginVersion: productVersion,
    designVersion: DESIGN_VERSION,
    ...buildAddressColumns(site, visitor.ip, options.saveIp),
    decision: serializeDecision(decision),
    previousDecision: remembered ? serializeDecision(remembered.decision) : null,
    buttonClicked: draft.buttonClicked,
    blockerId: draft.blockerId && draft.blockerId > 0 ? draft.blockerId : null,
    viewportWidth: clampPixels(draft.viewportWidth),
    viewportHeight: clampPixels(draft.viewportHeight),
    referer,
    pureReferer: referer === null ? null : toPureReferer(referer),
    urlImprint: findLinkUrl('legalNotice'),
    urlPrivacyPolicy: findLinkUrl('privacyPolicy'),
    dnt: draft.markAsDoNotTrack === true,
    customBypass: draft.customBypass ?? null,
    userCountry: options.countryBypass ? await findCountry(site, visitor.ip) : null,
    previousUuid: remembered?.uuids[0] ?? null,
    tcfString: draft.tcfString ?? null,
    gcmConsent: draft.gcmConsent ?? null,
    recorder: draft.recorder ?? null,
    uiView: draft.uiView ?? null,
  };
}

function computeCounts(site: Site, { draft, decision, remembered, created }: DocumentingContext, revisions: CalculatedRevisions) {
  const bypass = draft.customBypass ?? (draft.markAsDoNotTrack === true ? 'dnt' : 'none');
  return buildCountParameters({
    day: toSiteDay(site, created),
    context: draft.context ?? '',
    groups: revisions.dependent.content.groups,
    decision,
    button: draft.buttonClicked,
    bypass: draft.buttonClicked === 'unblock' ? null : bypass,
    before:
      remembered && remembered.created !== null
        ? { day: toSiteDay(site, new Date(remembered.created * 1000)), decision: remembered.decision }
        : null,
  });
}

async function writeConsent(site: Site, documenting: DocumentingContext, revisions: CalculatedRevisions): Promise<WriteResult> {
  const entry = await buildEntry(site, documenting);
  const origin = { version: documenting.configuration.version, revisions, counts: computeCounts(site, documenting, revisions) };
  const result = await writeEntry(site, entry, origin);
  if (result.outcome !== 'unknown_revision') return result;
  await storeBothRevisions(site, revisions);
  return await writeEntry(site, entry, origin);
}

async function storeBothRevisions(site: Site, { dependent, independent }: CalculatedRevisions): Promise<void> {
  await storeRevisions(site.db.prisma, [
    ['dependent', dependent],
    ['independent', independent],
  ]);
}

/**
 * Sets a cookie for each group that is a cookie category: `allow` if the visitor accepted all services of the group, else `deny`. Other
 * parts of pages read these cookies to decide what to block.
 */
function setCategoryCookies(
  { options }: Configuration,
  { cookies }: Visitor,
  decision: Decision,
  { dependent }: CalculatedRevisions,
): void {
  const accepted = listAcceptedServiceIds(decision);
  for (const { slug, isEssential, items } of dependent.content.groups) {
    if (isEssential || !isCategoryName(slug)) continue;
    const value = items.every(({ id }) => accepted.has(id)) ? 'allow' : 'deny';
    cookies.set(getCategoryCookie(slug), value, options.cookieDuration * DAY_SECONDS, { isForScripts: true });
  }
}

/** Documents a decision about the services of the given configuration. Null if the configuration is outdated. */
async function tryDocument(
  site: Site,
  configuration: Configuration,
  visitor: Visitor,
  draft: ConsentDraft,
): Promise<DocumentedConsent | null> {
  const revisions = calculateRevisions(site, configuration);
  const context = draft.context ?? '';
  const { name, remembered } = readRememberedConsent(site, configuration, visitor, context);
  const decision = resolveDecision(draft, remembered, revisions);
  const created = now();
  const documenting: DocumentingContext = { configuration, visitor, draft, decision, remembered, created, uuid: randomUUID() };

  let consentId = 1;
  if (draft.isDummy === true) {
    await checkFlood(site, visitor);
    await storeBothRevisions(site, revisions);
  } else {
    const result = await writeConsent(site, documenting, revisions);
    if (result.outcome === 'old_configuration') return null;
    if (result.outcome === 'flooded') throw tooManyConsents();
    if (result.outcome !== 'written') throw new Error('The revision of a consent could not be stored');
    consentId = result.id;
  }

  const hash = await readPublishedHash(site, context, revisions);
  if (draft.setsCookies !== false) {
    const value = formatConsentCookie({
      created: Math.floor(created.getTime() / 1000),
      uuids: [documenting.uuid, ...(remembered?.uuids ?? [])],
      hash,
      decision,
      button: draft.buttonClicked,
    });
    visitor.cookies.set(name, value, configuration.options.cookieDuration * DAY_SECONDS, {
      isForScripts: true,
      sameSite: site.config.siteUrl.startsWith('https:') ? 'none' : 'strict',
    });
    setCategoryCookies(configuration, visitor, decision, revisions);
  }
  return { uuid: documenting.uuid, revisionHash: hash, decision, consentId };
}

/**
 * Documents a decision (docs/behaviour/consent-queue-product.md 2.2): writes the consent, the rows that it shares with other consents, and the
 * statistics in one transaction, and sets the cookies. Throws `consent_not_documented` for an invalid decision, and `too_many_consents` if the
 * visitor's network has sent more than 255 consents within the last minute.
 */
export async function documentConsent(site: Site, visitor: Visitor, draft: ConsentDraft): Promise<DocumentedConsent> {
  return await trackSavingFailure(site, () => documentWithRetries(site, visitor, draft));
}

async function documentWithRetries(site: Site, visitor: Visitor, draft: ConsentDraft): Promise<DocumentedConsent> {
  // tries the cached configuration first, which is safe because the write checks that its version is current
  const cached = draft.isDummy === true ? null : await findCachedConfiguration(site);
  let documented = cached && (await tryDocument(site, cached, visitor, draft));
  while (!documented) documented = await tryDocument(site, await readConfiguration(site), visitor, draft);
  if (draft.isDummy !== true) await deleteOldConsents(site);
  return documented;
}

import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { categoryCookie, isCategoryName } from '#app/core/consent/consent-cookies.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { acceptedServices } from '../blocking/visitor-decision.ts';
import { type Configuration, cachedConfiguration, readConfiguration } from '../configuration/configuration.ts';
import { countryOf } from '../country/country.service.ts';
import { consentNotDocumented, tooManyConsents } from '../failures.ts';
import { siteDay } from '#app/domains/content/site-time.ts';
import { deleteOldConsents } from '../log/retention.service.ts';
import { isFlood, type NewEntry, recentConsents, writeEntry, type WriteResult } from '../log/write-entry.ts';
import { calculatedRevisions, type CalculatedRevisions } from '../revision/calculated.ts';
import { publishedHash, storeRevisions } from '../revision/revision.service.ts';
import { resolvedLinks } from '../revision/independent.rules.ts';
import { countChanges } from '../statistics/counting.ts';
import { productVersion } from '../product.ts';
import { callerAddress } from './address.rules.ts';
import { consentCookieName, consentCookieValue, readConsentCookie, type RememberedConsent } from './cookie.rules.ts';
import { type Decision, type DecisionWord, decisionText, decisionWords, expandDecision, readDecision } from './decision.rules.ts';
import { pureReferer, storableAddress } from './referer.rules.ts';
import { recordingFaults } from './saving-check.ts';
import type { Visitor } from './visitor.ts';

/** A decision to document. */
export interface ConsentDraft {
  /** A word, or service IDs by group ID, as sent by the client. Default: the decision of the button. */
  decision: unknown;
  buttonClicked: string;
  /** True for a test that has all effects except storing a consent. */
  isDummy?: boolean;
  markAsDoNotTrack?: boolean;
  blockerId?: number | null;
  viewportWidth?: number;
  viewportHeight?: number;
  tcfString?: string | null;
  gcmConsent?: readonly string[] | null;
  recorder?: string | null;
  uiView?: string | null;
  createdClientTime?: Date | null;
  referer?: string | null;
  /** False if the response sets no cookies. */
  setsCookies?: boolean;
  /** Reason why the visitor was not asked. Null if they were. */
  customBypass?: 'geolocation' | 'bannerless' | null;
  context?: string;
}

/** A documented decision. */
export interface DocumentedConsent {
  uuid: string;
  /** Published hash, which the cookie contains. The consent itself documents the calculated one. */
  revisionHash: string;
  decision: Decision;
  /** 1 for a dummy. */
  consentId: number;
}

/** Version of the banner's design. */
const DESIGN_VERSION = 12;
const DAY_SECONDS = 86_400;

const isWord = (given: unknown): given is DecisionWord => decisionWords.includes(given as DecisionWord);

/** Returns the decision of a button. Undefined for buttons that save a detailed choice. */
function decisionOfButton(button: string): DecisionWord | undefined {
  if (button.endsWith('_all')) return 'all';
  return button.endsWith('_essential') || button.endsWith('_close_icon') || button === 'shortcode_revoke' ? 'essentials' : undefined;
}

/** Returns the given decision, else that of the button, else the visitor's earlier one (section 2.2). */
function decisionOf(
  { decision: sent, buttonClicked }: Pick<ConsentDraft, 'decision' | 'buttonClicked'>,
  remembered: RememberedConsent | null,
  { dependent }: CalculatedRevisions,
): Decision {
  const given = sent ?? decisionOfButton(buttonClicked) ?? remembered?.decision ?? 'essentials';
  const decision = isWord(given) ? expandDecision(given, dependent.content.groups) : readDecision(given);
  if (!decision) throw consentNotDocumented();
  return decision;
}

/** Returns the consent in the visitor's cookie, and the name of the cookie. */
export function rememberedConsent(
  site: Site,
  { options }: Configuration,
  visitor: Visitor,
  context = '',
): { name: string; remembered: RememberedConsent | null } {
  const name = consentCookieName({ siteUrl: site.config.siteUrl, cookieVersion: options.cookieVersion, context });
  return { name, remembered: readConsentCookie(visitor.cookies.get(name)) };
}

/** Returns the address columns: the full address if it may be saved, and the keyed hash of the truncated one, by family. */
function addressColumns(site: Site, ip: string, isSaved: boolean) {
  const { family, whole, truncated } = callerAddress(ip);
  const hash = keyedHash(site, 'consent address', truncated);
  const isFour = family === 'ipv4';
  return {
    ipv4: isSaved && isFour ? whole : '',
    ipv6: isSaved && !isFour ? whole : '',
    isSaved,
    ipv4Hash: isFour ? hash : '',
    ipv6Hash: isFour ? '' : hash,
  };
}

/** Throws `too_many_consents` if the visitor's network has sent too many consents within the last minute. */
export async function refuseFlood(site: Site, { ip }: Visitor): Promise<void> {
  const { ipv4Hash, ipv6Hash } = addressColumns(site, ip, false);
  if (isFlood(await recentConsents(site, { ipv4Hash, ipv6Hash }, now()))) throw tooManyConsents();
}

const pixels = (given: number | undefined): number => Math.max(0, Math.min(1_000_000, Math.trunc(given ?? 0)));

interface Moment {
  configuration: Configuration;
  visitor: Visitor;
  draft: ConsentDraft;
  decision: Decision;
  remembered: RememberedConsent | null;
  created: Date;
  uuid: string;
}

async function entryOf(site: Site, { configuration, visitor, draft, decision, remembered, created, uuid }: Moment): Promise<NewEntry> {
  const { options } = configuration;
  const referer = storableAddress(draft.referer);
  const links = resolvedLinks(configuration);
  const linked = (type: string) => links.find(({ pageType }) => pageType === type)?.url ?? null;
  return {
    uuid,
    created: created.toISOString(),
    createdClientTime: draft.createdClientTime?.toISOString() ?? null,
    context: draft.context ?? '',
    pluginVersion: productVersion,
    designVersion: DESIGN_VERSION,
    ...addressColumns(site, visitor.ip, options.saveIp),
    decision: decisionText(decision),
    previousDecision: remembered ? decisionText(remembered.decision) : null,
    buttonClicked: draft.buttonClicked,
    blockerId: draft.blockerId && draft.blockerId > 0 ? draft.blockerId : null,
    viewportWidth: pixels(draft.viewportWidth),
    viewportHeight: pixels(draft.viewportHeight),
    referer,
    pureReferer: referer === null ? null : pureReferer(referer),
    urlImprint: linked('legalNotice'),
    urlPrivacyPolicy: linked('privacyPolicy'),
    dnt: draft.markAsDoNotTrack === true,
    customBypass: draft.customBypass ?? null,
    userCountry: options.countryBypass ? await countryOf(site, visitor.ip) : null,
    previousUuid: remembered?.uuids[0] ?? null,
    tcfString: draft.tcfString ?? null,
    gcmConsent: draft.gcmConsent ?? null,
    recorder: draft.recorder ?? null,
    uiView: draft.uiView ?? null,
  };
}

function countsOf(site: Site, { draft, decision, remembered, created }: Moment, revisions: CalculatedRevisions) {
  const bypass = draft.customBypass ?? (draft.markAsDoNotTrack === true ? 'dnt' : 'none');
  return countChanges({
    day: siteDay(site, created),
    context: draft.context ?? '',
    groups: revisions.dependent.content.groups,
    decision,
    button: draft.buttonClicked,
    bypass: draft.buttonClicked === 'unblock' ? null : bypass,
    before:
      remembered && remembered.created !== null
        ? { day: siteDay(site, new Date(remembered.created * 1000)), decision: remembered.decision }
        : null,
  });
}

async function write(site: Site, moment: Moment, revisions: CalculatedRevisions): Promise<WriteResult> {
  const entry = await entryOf(site, moment);
  const from = { version: moment.configuration.version, revisions, counts: countsOf(site, moment, revisions) };
  const written = await writeEntry(site, entry, from);
  if (written.outcome !== 'unknown_revision') return written;
  await storeBoth(site, revisions);
  return await writeEntry(site, entry, from);
}

async function storeBoth(site: Site, { dependent, independent }: CalculatedRevisions): Promise<void> {
  await storeRevisions(site.db.prisma, [
    ['dependent', dependent],
    ['independent', independent],
  ]);
}

/** Sets a cookie for each group that is a cookie category. Other parts of pages read them to decide what to block. A group is accepted if all of its services are. */
function rememberCategories(
  { options }: Configuration,
  { cookies }: Visitor,
  decision: Decision,
  { dependent }: CalculatedRevisions,
): void {
  const accepted = acceptedServices(decision);
  for (const { slug, isEssential, items } of dependent.content.groups) {
    if (isEssential || !isCategoryName(slug)) continue;
    const value = items.every(({ id }) => accepted.has(id)) ? 'allow' : 'deny';
    cookies.set(categoryCookie(slug), value, options.cookieDuration * DAY_SECONDS, { isForScripts: true });
  }
}

/** Documents a decision under the given configuration. Returns null if the configuration is outdated. */
async function documentUnder(
  site: Site,
  configuration: Configuration,
  visitor: Visitor,
  draft: ConsentDraft,
): Promise<DocumentedConsent | null> {
  const revisions = calculatedRevisions(site, configuration);
  const context = draft.context ?? '';
  const { name, remembered } = rememberedConsent(site, configuration, visitor, context);
  const decision = decisionOf(draft, remembered, revisions);
  const created = now();
  const moment: Moment = { configuration, visitor, draft, decision, remembered, created, uuid: randomUUID() };

  let consentId = 1;
  if (draft.isDummy === true) {
    await refuseFlood(site, visitor);
    await storeBoth(site, revisions);
  } else {
    const written = await write(site, moment, revisions);
    if (written.outcome === 'old_configuration') return null;
    if (written.outcome === 'flooded') throw tooManyConsents();
    if (written.outcome !== 'written') throw new Error('The revision of a consent could not be stored');
    consentId = written.id;
  }

  const hash = await publishedHash(site, context, revisions);
  if (draft.setsCookies !== false) {
    const value = consentCookieValue({
      created: Math.floor(created.getTime() / 1000),
      uuids: [moment.uuid, ...(remembered?.uuids ?? [])],
      hash,
      decision,
      button: draft.buttonClicked,
    });
    visitor.cookies.set(name, value, configuration.options.cookieDuration * DAY_SECONDS, {
      isForScripts: true,
      sameSite: site.config.siteUrl.startsWith('https:') ? 'none' : 'strict',
    });
    rememberCategories(configuration, visitor, decision, revisions);
  }
  return { uuid: moment.uuid, revisionHash: hash, decision, consentId };
}

/**
 * Documents a decision (section 2.2): writes the consent, its shared rows and the statistics in one transaction, and sets the cookies. Throws
 * `consent_not_documented` for an invalid decision, `too_many_consents` for more than 255 per minute from one network.
 */
export async function documentConsent(site: Site, visitor: Visitor, draft: ConsentDraft): Promise<DocumentedConsent> {
  return await recordingFaults(site, () => document(site, visitor, draft));
}

async function document(site: Site, visitor: Visitor, draft: ConsentDraft): Promise<DocumentedConsent> {
  // tries the cached configuration first, because its version is checked when the end of the log is read
  const held = draft.isDummy === true ? null : await cachedConfiguration(site);
  let documented = held && (await documentUnder(site, held, visitor, draft));
  while (!documented) documented = await documentUnder(site, await readConfiguration(site), visitor, draft);
  if (draft.isDummy !== true) await deleteOldConsents(site);
  return documented;
}

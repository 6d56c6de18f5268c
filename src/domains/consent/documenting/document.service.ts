import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { categoryCookie, isCategoryName } from '#app/core/consent/consent-cookies.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { acceptedServices } from '../blocking/visitor-decision.ts';
import { type Configuration, heldConfiguration, readConfiguration } from '../configuration/configuration.ts';
import { countryOf } from '../country/country.service.ts';
import { consentNotDocumented, tooManyConsents } from '../failures.ts';
import { siteDay } from '#app/domains/content/site-time.ts';
import { deleteOldConsents } from '../log/retention.service.ts';
import { isFlood, type NewEntry, recentConsents, writeEntry, type Written } from '../log/write-entry.ts';
import { calculatedRevisions, type CalculatedRevisions } from '../revision/calculated.ts';
import { publishedHash, storeRevisions } from '../revision/revision.service.ts';
import { resolvedLinks } from '../revision/independent.rules.ts';
import { countChanges } from '../statistics/counting.ts';
import { productVersion } from '../product.ts';
import { callerAddress } from './address.rules.ts';
import { consentCookieName, consentCookieValue, readConsentCookie, type RememberedConsent } from './cookie.rules.ts';
import { type Decision, type DecisionWord, decisionText, decisionWords, expandDecision, readDecision } from './decision.rules.ts';
import { pureReferer, storableAddress } from './referer.rules.ts';
import { savingChecked } from './saving-check.ts';
import type { Visitor } from './visitor.ts';

/** A decision as it is given. */
export interface ConsentDraft {
  /** A word, or group → services, as the client sent it; without one it follows from the button. */
  decision: unknown;
  buttonClicked: string;
  /** Nothing is documented; everything else is as if it were. */
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
  /** Whether the response tells the browser to remember it. */
  setsCookies?: boolean;
  /** Why nobody was asked; null when the visitor was. */
  customBypass?: 'geolocation' | 'bannerless' | null;
  context?: string;
}

/** A decision that was taken down. */
export interface DocumentedConsent {
  uuid: string;
  /** Hash that the browser remembers: the published one, while the consent documents the calculated one. */
  revisionHash: string;
  decision: Decision;
  /** 1 for a dummy. */
  consentId: number;
}

/** Form of the banner that visitors see. */
const DESIGN_VERSION = 12;
const DAY_SECONDS = 86_400;

const isWord = (given: unknown): given is DecisionWord => decisionWords.includes(given as DecisionWord);

/** The decision that a button stands for; undefined for buttons that leave it to the details. */
function decisionOfButton(button: string): DecisionWord | undefined {
  if (button.endsWith('_all')) return 'all';
  return button.endsWith('_essential') || button.endsWith('_close_icon') || button === 'shortcode_revoke' ? 'essentials' : undefined;
}

/** The decision as it is given; without one it follows from the button, then from what the visitor decided before (section 2.2). */
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

/** The consent that the visitor's browser remembers, and under which name. */
export function rememberedConsent(
  site: Site,
  { options }: Configuration,
  visitor: Visitor,
  context = '',
): { name: string; remembered: RememberedConsent | null } {
  const name = consentCookieName({ siteUrl: site.config.siteUrl, cookieVersion: options.cookieVersion, context });
  return { name, remembered: readConsentCookie(visitor.cookies.get(name)) };
}

/** The columns of the address: the whole one where it is saved, and the keyed hash of it without its last group, by family. */
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

/** Throws `too_many_consents` when more consents came from the visitor’s network within the last minute than visitors give. */
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

async function write(site: Site, moment: Moment, revisions: CalculatedRevisions): Promise<Written> {
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

/** Has the browser remember which groups are accepted as categories of cookies, by which parts of pages are held back: those with all their services. */
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

/** Takes a decision down as the configuration says; null when that no longer holds. */
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
 * Takes a decision down: the consent with what it shares with others, and the statistics, all or nothing; then has the browser remember it
 * (section 2.2). Throws `consent_not_documented` for what is no decision, `too_many_consents` for more than 255 a minute from one network.
 */
export async function documentConsent(site: Site, visitor: Visitor, draft: ConsentDraft): Promise<DocumentedConsent> {
  return await savingChecked(site, () => document(site, visitor, draft));
}

async function document(site: Site, visitor: Visitor, draft: ConsentDraft): Promise<DocumentedConsent> {
  // the configuration that is known is used at once: whether it still holds is read together with the end of the log
  const held = draft.isDummy === true ? null : await heldConfiguration(site);
  let documented = held && (await documentUnder(site, held, visitor, draft));
  while (!documented) documented = await documentUnder(site, await readConfiguration(site), visitor, draft);
  if (draft.isDummy !== true) await deleteOldConsents(site);
  return documented;
}

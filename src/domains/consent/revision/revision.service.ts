import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { revisionNotFound } from '../failures.ts';
import { countLog } from '../log/consent-log.service.ts';
import { changeOptions } from '../settings/options.service.ts';
import { dismissedRevisions, publishedRevisions } from '../settings/state.settings.ts';
import { type CalculatedRevision, type CalculatedRevisions, calculateRevisions } from './calculated-revisions.ts';

export type RevisionPart = 'dependent' | 'independent';

/** The published revision and the revision of the current settings. */
export interface RevisionState {
  configuration: Configuration;
  revisions: CalculatedRevisions;
  /** Hash of the published revision. Visitors whose consent has another hash are asked again. */
  published: string;
  /** True if the current settings differ from the published revision, and the operator has not decided to keep that revision (`dismissRevision`). */
  needsRetrigger: boolean;
}

const getUnixSeconds = (): number => Math.floor(now().getTime() / 1000);

/** Stores revisions that are not stored yet. */
export async function storeRevisions(
  prisma: Pick<Tx, 'consentRevision'>,
  revisions: readonly (readonly [part: RevisionPart, revision: CalculatedRevision<unknown>])[],
): Promise<void> {
  await prisma.consentRevision.createMany({
    data: revisions.map(([part, { hash, digest, json }]) => ({ part, hash, digest, json, createdAt: now() })),
    skipDuplicates: true,
  });
}

async function publish(site: Site, context: string, revision: CalculatedRevisions['dependent']): Promise<void> {
  await storeRevisions(site.db.prisma, [['dependent', revision]]);
  await site.settings.change(publishedRevisions, (hashes) => ({ ...hashes, [context]: { hash: revision.hash, at: getUnixSeconds() } }));
}

/** Returns the published hash of a context, such as a language of the site. Publishes the first revision if necessary. */
export async function readPublishedHash(site: Site, context: string, revisions: CalculatedRevisions): Promise<string> {
  const published = site.settings.get(publishedRevisions)[context];
  if (published) return published.hash;
  await publish(site, context, revisions.dependent);
  return revisions.dependent.hash;
}

async function compareRevisions(site: Site, context: string, configuration: Configuration): Promise<RevisionState> {
  const revisions = calculateRevisions(site, configuration);
  const published = await readPublishedHash(site, context, revisions);
  const { hash } = revisions.dependent;
  const dismissed = site.settings.get(dismissedRevisions)[context];
  return { configuration, revisions, published, needsRetrigger: published !== hash && dismissed !== hash };
}

/** Returns the state of the revision. If the consent log is empty, publishes changed settings first, because no visitor has to be asked again. */
export async function getCurrentRevision(site: Site, context = ''): Promise<RevisionState> {
  const configuration = await readConfiguration(site);
  const { dependent } = calculateRevisions(site, configuration);
  const { count } = await countLog(site);
  if (count === 0 && site.settings.get(publishedRevisions)[context]?.hash !== dependent.hash) await publish(site, context, dependent);
  return await compareRevisions(site, context, configuration);
}

/** Publishes the current settings. Visitors with a consent for another revision are asked again. */
export async function publishRevision(site: Site, context = ''): Promise<RevisionState> {
  // must precede the calculation, because the cookie version is part of the revision (docs/behaviour/consent-queue-product.md 10a)
  await changeOptions(site, { cookieVersion: 3 });
  const configuration = await readConfiguration(site);
  await publish(site, context, calculateRevisions(site, configuration).dependent);
  await site.settings.change(dismissedRevisions, ({ [context]: _dismissed, ...others }) => others);
  return await compareRevisions(site, context, configuration);
}

/** Keeps the published revision despite changed settings. No visitor is asked again. */
export async function dismissRevision(site: Site, context = ''): Promise<RevisionState> {
  const configuration = await readConfiguration(site);
  const { hash } = calculateRevisions(site, configuration).dependent;
  await site.settings.change(dismissedRevisions, (hashes) => ({ ...hashes, [context]: hash }));
  return await compareRevisions(site, context, configuration);
}

/** Returns the content of a stored revision. Throws `revision_not_found`. */
export async function findStoredRevision(site: Site, part: RevisionPart, hash: string): Promise<unknown> {
  const row = await site.db.prisma.consentRevision.findUnique({ where: { part_hash: { part, hash } }, select: { json: true } });
  if (!row) throw revisionNotFound();
  return JSON.parse(row.json) as unknown;
}

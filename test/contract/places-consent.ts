import { createHash } from 'node:crypto';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import type { WholeSite } from '../support/site.ts';

/** Creates items for the path parameters of the consent banner and the queue. */

const namespace = '/consent-banner/v1';
const as = 'administrator';

const giveConsent = async (site: WholeSite) => {
  const body = {
    buttonClicked: 'main_all',
    decision: 'all',
    referer: 'http://site.test/page?from=here',
    createdClientTime: '2026-11-20T08:00:00Z',
  };
  return (await site.rest('POST', `${namespace}/consent`, { body })).body as { consentId: number };
};

async function recordConsentHash(site: WholeSite, member: 'revision_hash' | 'revision_independent_hash'): Promise<string> {
  await giveConsent(site);
  return (await site.rest('GET', `${namespace}/consent/all`, { as, query: { offset: 0 } })).body.items[0][member];
}

const computeDigest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Finds or creates scan entries: a video that a template covers, and an image of an unknown host. */
async function findOrCreateScanEntry(site: WholeSite): Promise<number> {
  const { prisma } = site.site.db;
  const known = await prisma.scanEntry.findFirst({ orderBy: { id: 'asc' } });
  if (known) return known.id;
  const sourceUrl = 'http://site.test/page';
  const createEntry = (preset: string, tag: string, host: string, markup: string) => ({
    preset,
    tag,
    blockedUrl: `https://${host}/a`,
    blockedHost: host,
    blockedUrlHash: computeDigest(`https://${host}/a`),
    markupHash: computeDigest(markup),
    sourceUrl,
    sourceUrlHash: computeDigest(sourceUrl),
    created: new Date('2026-11-20T08:00:00Z'),
  });
  const film = '<iframe src="https://youtube.com/a"></iframe>';
  const picture = '<img src="https://picture.example/a">';
  await prisma.scanMarkup.createMany({
    data: [film, picture].map((markup) => ({ markupHash: computeDigest(markup), markup })),
    skipDuplicates: true,
  });
  const { id } = await prisma.scanEntry.create({ data: createEntry('youtube', 'iframe', 'youtube.com', film) });
  await prisma.scanEntry.create({ data: createEntry('', 'img', 'picture.example', picture) });
  return id;
}

async function addWaitingJob(site: WholeSite): Promise<number> {
  await addJobs(site.site, [{ type: 'xcb-scan', worker: 'client', retries: 3, data: { url: 'http://site.test/page', isLoopback: true } }]);
  return (await site.site.db.prisma.queueJob.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;
}

type Maker = (site: WholeSite) => Promise<number | string>;
const always =
  (name: string): Maker =>
  () =>
    Promise.resolve(name);

export const consentMakers: Readonly<Record<string, Maker>> = {
  [`${namespace}/consent`]: async (site) => (await giveConsent(site)).consentId,
  [`${namespace}/revision`]: (site) => recordConsentHash(site, 'revision_hash'),
  [`${namespace}/revision/independent`]: (site) => recordConsentHash(site, 'revision_independent_hash'),
  [`${namespace}/key-value-map/xcb-notice-states`]: always('modal-hint-welcome'),
  [`${namespace}/templates`]: always('services'),
  [`${namespace}/templates/services`]: always('youtube'),
  [`${namespace}/checklist`]: always('customize-banner'),
  [`${namespace}/migration`]: always('v5'),
  [`${namespace}/migration/v5`]: always('design-options'),
  [`${namespace}/stats`]: always('buttonsClicked'),
  [`${namespace}/scanner/result/markup`]: findOrCreateScanEntry,
  [`${namespace}/scanner/result/externals/host`]: async (site) => (await findOrCreateScanEntry(site), 'picture.example'),
  [`${namespace}/scanner/result/externals/template`]: async (site) => (await findOrCreateScanEntry(site), 'youtube'),
  '/queue/v1/job': addWaitingJob,
};

/** Valid but missing values for path parameters that are not numbers. */
export const missingNames: Readonly<Record<string, string>> = {
  key: 'modal-hint-nothing',
  type: 'blocker',
  hash: '0'.repeat(32),
};

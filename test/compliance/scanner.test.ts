import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMonthlyScans, runSiteScans } from '../../src/domains/compliance/scans/scan.run.ts';
import { parseSetCookie } from '../../src/domains/compliance/scans/page-findings.ts';
import { startScan, startSiteScan } from '../../src/domains/compliance/scans/scan.start.ts';
import { noAutomaticScan, scanStatus } from '../../src/domains/compliance/compliance.settings.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { makePost, makeUser } from '../support/factories.ts';

let site: ListeningSite;
beforeAll(async () => {
  site = await openListeningSite();
  const author = await makeUser(site.site, 'administrator');
  await makePost(site.site, author, {
    content: '<p>Look: <iframe src="https://www.youtube.com/embed/abc" title="A film"></iframe> <a href="/privacy-policy">Privacy</a></p>',
  });
});
afterAll(() => site.close());

const scans = () => site.site.db.prisma.siteScan.findMany({ orderBy: { createdAt: 'desc' } });

describe('Built-in scanner', () => {
  it('does nothing while scanning is off', async () => {
    await startMonthlyScans(site.site);
    expect([await scans(), await runSiteScans(site.site)]).toEqual([[], 0]);
  });

  it('finds the cookies of the site’s pages and their resources', async () => {
    await site.site.settings.set(scanStatus, 'enabled');
    const { id } = await startScan(site.site, { kind: 'scan' });
    expect(await runSiteScans(site.site)).toBe(1);
    const [scan] = await scans();
    expect(scan).toMatchObject({ id, status: 'completed', progress: 100 });
    const names = (await site.site.db.prisma.cookieInventory.findMany({ select: { name: true, domain: true } })).map(({ name }) => name);
    expect(names).toContain('VISITOR_INFO1_LIVE');
    expect(await site.site.db.prisma.cookieService.count({ where: { name: 'YouTube' } })).toBe(1);
    expect(await runSiteScans(site.site)).toBe(0);
  });

  it('checks legal requirements and mails the result', async () => {
    await startScan(site.site, { kind: 'checks' });
    expect(await runSiteScans(site.site)).toBe(1);
    const checks = (await scans()).find(({ kind }) => kind === 'checks');
    expect(checks).toMatchObject({ status: 'completed', activeKind: null });
    expect(checks?.detections).toMatchObject([{ name: 'block_04' }]);
    expect(await site.site.db.prisma.outgoingMail.count({ where: { kind: { contains: 'check' } } })).toBe(1);
  });

  it('ignores external scans', async () => {
    const administrator = await site.user('administrator');
    const { id } = await startSiteScan(site.site, administrator.id, { kind: 'scan', isExternal: true });
    expect(await runSiteScans(site.site)).toBe(0);
    await site.site.db.prisma.siteScan.delete({ where: { id } });
  });

  it('starts monthly unless that is switched off', async () => {
    await site.site.settings.set(noAutomaticScan, true);
    await startMonthlyScans(site.site);
    expect((await scans()).filter(({ status }) => status === 'progress')).toEqual([]);
    await site.site.settings.set(noAutomaticScan, false);
    await startMonthlyScans(site.site);
    // no checks, because they ran in an earlier test
    expect((await scans()).filter(({ status }) => status === 'progress').map(({ kind }) => kind)).toEqual(['scan']);
  });

  it('reports a failure when no page is reachable', async () => {
    const elsewhere = { ...site.site, config: { ...site.site.config, siteUrl: 'http://127.0.0.1:9' } };
    expect(await runSiteScans(elsewhere)).toBe(1);
    expect((await scans()).filter(({ status }) => status === 'failed')).toMatchObject([{ kind: 'scan', activeKind: null }]);
  });
});

it('Cookies are separated in joined headers', () => {
  expect(parseSetCookie('a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b-c=x,y; Domain=.Example.org, __Host-d=')).toEqual([
    { name: 'a', domain: '' },
    { name: 'b-c', domain: 'example.org' },
    { name: '__Host-d', domain: '' },
  ]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const listTemplates = async (storage: string) => {
  const { items } = (await site.rest('GET', `/consent-banner/v1/templates/services?storage=${storage}`, { as: 'administrator' })).body;
  return items as { identifier: string; version: number; headline: string }[];
};

it('Reloading the catalog replaces changed templates, skips unchanged ones, and hides older versions', async () => {
  const before = await listTemplates('use');
  expect(before.length).toBeGreaterThan(10);
  const { prisma } = site.site.db;
  const [changed, outdated] = before;
  await prisma.consentTemplate.updateMany({ where: { type: 'service', identifier: changed!.identifier }, data: { headline: 'Changed' } });
  const { id: _id, ...row } = await prisma.consentTemplate.findFirstOrThrow({
    where: { type: 'service', identifier: outdated!.identifier },
  });
  await prisma.consentTemplate.create({ data: { ...row, json: {}, version: row.version - 1, headline: 'Older' } });
  site.statements.length = 0;
  await listTemplates('redownload');
  expect(site.statements.filter((text) => /^UPDATE "public"."consent_template"/.test(text))).toHaveLength(1);
  expect(await listTemplates('use')).toEqual(before);
  expect(await prisma.consentTemplate.findMany({ where: { isOutdated: true }, select: { headline: true } })).toEqual([
    { headline: 'Older' },
  ]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { consents } from '../../bench/consent/data.ts';
import { chainLink } from '../../src/domains/consent/log/chain.ts';
import { entryDigest } from '../../src/domains/consent/log/entry.ts';
import { entriesByPosition } from '../../src/domains/consent/log/read-entries.ts';
import { verifyLog } from '../../src/domains/consent/log/verify.service.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

/** Number of consents; `CHAIN_CONSENTS=100000` for load figures. */
const CONSENTS = Number(process.env['CHAIN_CONSENTS'] ?? 3_000);
const MIDDLE = Math.round(CONSENTS / 2);

let site: TestSite;

/** Adds to the consents of the benchmark the digests and links of the consent log. */
async function linkAll(): Promise<void> {
  await site.db.sql('UPDATE consent_revision SET digest = encode(sha256(convert_to(json, $1)), $2)', ['UTF8', 'hex']);
  let link = '';
  for await (const entries of entriesByPosition(site, 0, CONSENTS)) {
    const made = entries.map((entry) => {
      const digest = entryDigest(entry);
      link = chainLink(site, link, entry.position, digest);
      return { id: entry.id, digest, link };
    });
    await site.db.sql(
      `UPDATE consent c SET digest = made.digest, link = made.link FROM unnest($1::int[], $2::text[], $3::text[]) AS made (id, digest, link) WHERE c.id = made.id`,
      [made.map(({ id }) => id), made.map((one) => one.digest), made.map((one) => one.link)],
    );
  }
  await site.db.sql('UPDATE consent_log_head SET link = $1', [link]);
}

beforeAll(
  async () => {
    site = await openTestSite();
    await consents(CONSENTS)({ query: (text: string) => site.db.sql(text) } as never);
    await linkAll();
  },
  60_000 + CONSENTS * 5,
);
afterAll(() => site.close());

const limit = 30_000 + CONSENTS * 5;
const firstBroken = async () => (await verifyLog(site)).firstBroken;
/** Returns a consent row, to be restored later. */
const rowAt = async (position: number) =>
  (await site.db.sql<{ row: object }>('SELECT to_json(c) AS row FROM consent c WHERE position = $1', [position]))[0]?.row;

it(
  `An unmodified log of ${CONSENTS} consents is verified as intact`,
  async () => {
    const [began, spent] = [performance.now(), process.cpuUsage()];
    const { checked, firstBroken: broken } = await verifyLog(site);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(spent);
    const rate = `${Math.round(checked / seconds)} consents a second, ${Math.round((user + system) / checked)} µs of this process's time each`;
    if (process.env['CHAIN_CONSENTS']) process.stdout.write(`  ${rate}\n`);
    expect([checked, broken]).toEqual([CONSENTS, null]);
  },
  limit,
);

it(
  'A changed consent is reported',
  async () => {
    await site.db.sql(`UPDATE consent SET button_clicked = 'unblock' WHERE position = $1`, [MIDDLE]);
    expect(await firstBroken()).toEqual({ position: MIDDLE, consentId: MIDDLE, fault: 'changed' });
    const button = ['main_all', 'main_essential', 'ind_custom'][MIDDLE % 3];
    await site.db.sql('UPDATE consent SET button_clicked = $2 WHERE position = $1', [MIDDLE, button]);
    expect(await firstBroken()).toBeNull();
  },
  2 * limit,
);

it(
  'Two swapped consents are reported',
  async () => {
    const swap = async () => {
      await site.db.sql('UPDATE consent SET position = -position WHERE position = ANY ($1::int[])', [[MIDDLE, MIDDLE + 7]]);
      await site.db.sql('UPDATE consent SET position = $1::int + $2::int + position WHERE position < 0', [MIDDLE, MIDDLE + 7]);
    };
    await swap();
    expect(await firstBroken()).toEqual({ position: MIDDLE, consentId: MIDDLE + 7, fault: 'changed' });
    await swap();
    expect(await firstBroken()).toBeNull();
  },
  2 * limit,
);

it(
  'A missing consent is reported by its position, and so is a consent inserted instead',
  async () => {
    const gone = await rowAt(MIDDLE);
    await site.db.sql('DELETE FROM consent WHERE position = $1', [MIDDLE]);
    expect(await firstBroken()).toEqual({ position: MIDDLE, consentId: null, fault: 'missing' });
    await site.db.sql('INSERT INTO consent SELECT * FROM json_populate_record(NULL::consent, $1::json)', [JSON.stringify(gone)]);
    expect(await firstBroken()).toBeNull();
  },
  2 * limit,
);

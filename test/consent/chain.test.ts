import { afterAll, beforeAll, expect, it } from 'vitest';
import { consents } from '../../bench/consent/data.ts';
import { computeChainLink } from '../../src/domains/consent/log/chain.ts';
import { hashEntry } from '../../src/domains/consent/log/entry.ts';
import { iterateByPosition } from '../../src/domains/consent/log/read-entries.ts';
import { verifyLog } from '../../src/domains/consent/log/verify.service.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

/** Number of consents. `CHAIN_CONSENTS=100000` measures the load. */
const CONSENTS = Number(process.env['CHAIN_CONSENTS'] ?? 3_000);
const MIDDLE = Math.round(CONSENTS / 2);

let site: TestSite;

/** Adds digests and links to the consents, because the consents of the benchmark have fake ones. */
async function linkConsents(): Promise<void> {
  await site.db.sql('UPDATE consent_revision SET digest = encode(sha256(convert_to(json, $1)), $2)', ['UTF8', 'hex']);
  let link = '';
  for await (const entries of iterateByPosition(site, 0, CONSENTS)) {
    const linked = entries.map((entry) => {
      const digest = hashEntry(entry);
      link = computeChainLink(site, link, entry.position, digest);
      return { id: entry.id, digest, link };
    });
    await site.db.sql(
      `UPDATE consent c SET digest = linked.digest, link = linked.link FROM unnest($1::int[], $2::text[], $3::text[]) AS linked (id, digest, link) WHERE c.id = linked.id`,
      [linked.map(({ id }) => id), linked.map(({ digest }) => digest), linked.map((entry) => entry.link)],
    );
  }
  await site.db.sql('UPDATE consent_log_head SET link = $1', [link]);
}

beforeAll(
  async () => {
    site = await openTestSite();
    await consents(CONSENTS)({ query: (text: string) => site.db.sql(text) } as never);
    await linkConsents();
  },
  60_000 + CONSENTS * 5,
);
afterAll(() => site.close());

const timeoutMs = 30_000 + CONSENTS * 5;
const findFirstBroken = async () => (await verifyLog(site)).firstBroken;
/** Returns the row of a consent, so that a test can insert it again. */
const readRow = async (position: number) =>
  (await site.db.sql<{ row: object }>('SELECT to_json(c) AS row FROM consent c WHERE position = $1', [position]))[0]?.row;

it(
  `An unmodified log of ${CONSENTS} consents is verified as intact`,
  async () => {
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    const { checked, firstBroken: broken } = await verifyLog(site);
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    const rate = `${Math.round(checked / seconds)} consents a second, ${Math.round((user + system) / checked)} µs of this process's time each`;
    if (process.env['CHAIN_CONSENTS']) process.stdout.write(`  ${rate}\n`);
    expect([checked, broken]).toEqual([CONSENTS, null]);
  },
  timeoutMs,
);

it(
  'A changed consent is reported',
  async () => {
    await site.db.sql(`UPDATE consent SET button_clicked = 'unblock' WHERE position = $1`, [MIDDLE]);
    expect(await findFirstBroken()).toEqual({ position: MIDDLE, consentId: MIDDLE, fault: 'changed' });
    const button = ['main_all', 'main_essential', 'ind_custom'][MIDDLE % 3];
    await site.db.sql('UPDATE consent SET button_clicked = $2 WHERE position = $1', [MIDDLE, button]);
    expect(await findFirstBroken()).toBeNull();
  },
  2 * timeoutMs,
);

it(
  'Two swapped consents are reported',
  async () => {
    const swap = async () => {
      await site.db.sql('UPDATE consent SET position = -position WHERE position = ANY ($1::int[])', [[MIDDLE, MIDDLE + 7]]);
      await site.db.sql('UPDATE consent SET position = $1::int + $2::int + position WHERE position < 0', [MIDDLE, MIDDLE + 7]);
    };
    await swap();
    expect(await findFirstBroken()).toEqual({ position: MIDDLE, consentId: MIDDLE + 7, fault: 'changed' });
    await swap();
    expect(await findFirstBroken()).toBeNull();
  },
  2 * timeoutMs,
);

it(
  'A missing consent is reported with its position until it is inserted again',
  async () => {
    const deleted = await readRow(MIDDLE);
    await site.db.sql('DELETE FROM consent WHERE position = $1', [MIDDLE]);
    expect(await findFirstBroken()).toEqual({ position: MIDDLE, consentId: null, fault: 'missing' });
    await site.db.sql('INSERT INTO consent SELECT * FROM json_populate_record(NULL::consent, $1::json)', [JSON.stringify(deleted)]);
    expect(await findFirstBroken()).toBeNull();
  },
  2 * timeoutMs,
);

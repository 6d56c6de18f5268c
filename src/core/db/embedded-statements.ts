import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import { SAY_FACTS, SAYING } from './audited/facts.ts';
import type { Driver } from './driver.ts';
import { sqlState } from './errors.ts';
import type { valueParsers } from './values.ts';

const { serialize } = protocol;

type Parameters = ReadonlyArray<string | Uint8Array | null>;
type Answers = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** What a kept statement is refused with after PostgreSQL was opened anew, or a table has other columns than it was prepared with. */
const STALE = new Set(['26000', '0A000']);

/**
 * Runs statements on an embedded database, each in one packet and a transaction of its own. PGlite takes five calls for one and plans it every time;
 * here what has a name is kept prepared, which makes a statement of many columns and joins five times cheaper.
 */
export function embeddedStatements(client: PGlite, parsers: ReturnType<typeof valueParsers>): Driver['query'] {
  const kept = new Set<string>();

  function preparing(name: string, text: string): Uint8Array[] {
    if (name === '') return [serialize.parse({ text })];
    // closed first: it may be there though the packet that prepared it failed
    return kept.has(name) ? [] : [serialize.close({ type: 'S', name }), serialize.parse({ name, text })];
  }

  async function run(name: string, text: string, values: Parameters, facts: string | null): Promise<Answers> {
    const said =
      facts === null ? [] : [...preparing(SAYING, SAY_FACTS), serialize.bind({ statement: SAYING, values: [facts] }), serialize.execute()];
    const asked = [serialize.bind({ statement: name, values: [...values] }), serialize.describe({ type: 'P' }), serialize.execute()];
    const answers = await client.execProtocolStream(Buffer.concat([...said, ...preparing(name, text), ...asked, serialize.sync()]), {});
    if (name !== '') kept.add(name);
    if (facts !== null) kept.add(SAYING);
    return answers;
  }

  async function runAnew(name: string, text: string, values: Parameters, facts: string | null): Promise<Answers> {
    try {
      return await run(name, text, values, facts);
    } catch (error) {
      if (kept.size === 0 || !STALE.has(sqlState(error) ?? '')) throw error;
      kept.clear();
      return await run(name, text, values, facts);
    }
  }

  return async <Row>(text: string, values: Parameters, name = '', facts: string | null = null) => {
    // as PGlite's own `query`: whoever asks after the database was closed is told so
    await client._checkReady();
    const alone = () => client._runExclusiveQuery(() => runAnew(name, text, values, facts));
    return rowsOf<Row>(await client._runExclusiveTransaction(alone), parsers, facts !== null);
  };
}

/** The rows of the last statement of a packet; what saying facts answers is nobody's. */
function rowsOf<Row>(answers: Answers, parsers: ReturnType<typeof valueParsers>, saysFacts: boolean): Row[] {
  const rows: Row[] = [];
  let columns: { name: string; parse: ((text: string) => unknown) | undefined }[] = [];
  let isSaying = saysFacts;
  for (const one of answers) {
    if (one instanceof messages.CommandCompleteMessage) isSaying = false;
    else if (isSaying) continue;
    else if (one instanceof messages.RowDescriptionMessage)
      columns = one.fields.map(({ name, dataTypeID }) => ({ name, parse: parsers[dataTypeID] }));
    else if (one instanceof messages.DataRowMessage) {
      const row: Record<string, unknown> = {};
      for (const [at, { name, parse }] of columns.entries()) {
        const value = one.fields[at] ?? null;
        row[name] = value !== null && parse ? parse(value) : value;
      }
      rows.push(row as Row);
    }
  }
  return rows;
}

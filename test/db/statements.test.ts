import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { State } from '../../src/core/state/state.ts';
import { recordScheduledDate } from '../../src/domains/content/due-content.ts';
import { getDeclaredFamilies, getDeclaredStatements, type Statement } from '../../src/core/db/statement.ts';
import type { SqlType } from '../../src/core/db/columns.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Files of the service that declare statements, including those that only commands load. */
const declaringFiles = ['src', 'graphql'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('generated'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /\bstatement\(|new StatementFamily\(|\bdefineList\(|\bnarrowedList\(/.test(readFileSync(file, 'utf8'))),
);
await Promise.all(declaringFiles.map((file) => import(file)));

let site: WholeSite;
let driver: pg.Client;
beforeAll(async () => {
  site = await openWholeSite();
  driver = new pg.Client(site.site.config.databaseUrl);
  await driver.connect();
});
afterAll(async () => {
  await driver.end();
  await site.close();
});

/** Prepares a statement on the migrated database, and returns the error or null. */
async function findError({ text }: Pick<Statement<unknown>, 'text'>): Promise<string | null> {
  try {
    // in a transaction, so that both statements use one connection
    await site.site.db.transaction(async (tx) => {
      await tx.$executeRawUnsafe(`PREPARE checked AS ${text}`);
      await tx.$executeRawUnsafe('DEALLOCATE checked');
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** OIDs of PostgreSQL types by the type names of statements. */
const oids: Readonly<Record<string, readonly number[]>> = {
  int: [21, 23, 26],
  bigint: [20],
  float: [700, 701],
  text: [18, 19, 25, 1042, 1043],
  uuid: [2950],
  bool: [16],
  timestamptz: [1184],
  json: [114, 3802],
  bytea: [17],
  'int[]': [1007],
  'text[]': [1009, 1015],
};

interface Protocol {
  parse(message: { text: string }): void;
  describe(message: { type: 'S' }): void;
  sync(): void;
}

/** Returns the columns of a statement by describing it without execution. */
function columnsOf(text: string): Promise<{ name: string; dataTypeID: number }[]> {
  const { promise, resolve, reject } = Promise.withResolvers<{ name: string; dataTypeID: number }[]>();
  let columns: { name: string; dataTypeID: number }[] = [];
  const query = {
    submit(connection: Protocol) {
      connection.parse({ text });
      connection.describe({ type: 'S' });
      connection.sync();
    },
    handleRowDescription: (message: { fields: typeof columns }) => void (columns = message.fields),
    handleError: (error: Error) => reject(error),
    handleReadyForQuery: () => resolve(columns),
  };
  driver.query(query as unknown as pg.Submittable);
  return promise;
}

/** Returns mismatches between a statement's declared and actual columns: missing, undeclared or of another type. */
async function findMismatches({ text, shape }: Statement<unknown>): Promise<string[]> {
  const columns = new Map((await columnsOf(text)).map(({ name, dataTypeID }) => [name, dataTypeID]));
  const types = shape?.types ?? {};
  const missing = Object.keys(types).filter((name) => !columns.has(name));
  const undeclared = shape ? [...columns.keys()].filter((name) => !(name in types)) : [];
  const mistyped = Object.entries(types).filter(([name, type]) => type && !oids[type.replace('?', '')]?.includes(columns.get(name) ?? 0));
  return [
    ...missing.map((name) => `${name} is not returned`),
    ...undeclared.map((name) => `${name} is not declared`),
    ...mistyped.map(([name, type]) => `${name} is not ${type} but ${columns.get(name)}`),
  ];
}

/** True for statements that cannot be prepared because they only control a transaction. */
const isTransactionControl = ({ text }: Pick<Statement<unknown>, 'text'>) => /^(SAVEPOINT|ROLLBACK|RELEASE)\b/.test(text);
const statements = getDeclaredStatements().filter((statement) => !isTransactionControl(statement));

describe('Declared statements', () => {
  it('exist', () => {
    expect(statements.length).toBeGreaterThan(100);
  });

  it.each(statements.map((statement) => [statement.name ?? '', statement] as const))(
    '%s refers only to existing tables and columns',
    async (_name, statement) => {
      expect(await findError(statement)).toBeNull();
    },
  );

  it('return the declared columns and types', async () => {
    const mismatches = [];
    for (const statement of statements.filter(({ shape }) => shape !== undefined))
      for (const mismatch of await findMismatches(statement)) mismatches.push(`${statement.name}: ${mismatch}`);
    expect(mismatches).toEqual([]);
  });

  it('are checked for missing columns, undeclared columns and columns of another type', async () => {
    const { text, shape } = statements.find(({ name }) => name === 'attendee_counts') as Statement<unknown>;
    const read = shape?.read as never;
    const check = (types: Record<string, SqlType>) => findMismatches({ name: undefined, text, shape: { types, read } });
    const types = shape?.types as Record<string, SqlType>;
    expect(await check(types)).toEqual([]);
    expect(await check({ ...types, gone: 'int' })).toEqual(['gone is not returned', 'gone is not int but undefined']);
    expect(await check({ ...types, going: 'text' })).toEqual(['going is not text but 23']);
    const { going: _going, ...withoutGoing } = types;
    expect(await check(withoutGoing)).toEqual(['going is not declared']);
  });

  const misspelled = [
    'users_by_id',
    'comments_by_id',
    'session_by_token',
    'event_imports_by_id',
    'waiting_before',
    'events_by_id',
    'contents_by_id',
    'terms_by_id',
    'tickets_by_id',
    'attendees_by_ticket',
    'take_job',
    'preloaded_contents',
    'import_own_contents',
    'consent_entries_by_position',
    'events_of_lineage',
  ];
  it.each(misspelled)('%s fails the check with a misspelled column', async (name) => {
    const { text } = statements.find((statement) => statement.name === name) as Statement<unknown>;
    const column = /\b[a-z]\.([a-z]+_[a-z_]+|id)\b/.exec(text)?.[1] as string;
    expect(await findError({ text: text.replaceAll(`.${column}`, `.${column}x`) })).toMatch(/does not exist/);
  });
});

/** Returns the examples of a family, without and with scheduled content that is due. */
async function examplesOf(family: ReturnType<typeof getDeclaredFamilies>[number]): Promise<Statement<unknown>[]> {
  const siteWithDueContent = { ...site.site, db: { ...site.site.db, state: new State() } };
  recordScheduledDate(siteWithDueContent, new Date(0));
  return (await Promise.all([site.site, siteWithDueContent].map((example) => family.examples(example as never)))).flat();
}

describe('Statements built from arguments', () => {
  const families = getDeclaredFamilies();

  it('exist', () => {
    expect(families.length).toBeGreaterThan(15);
  });

  it.each(families.map((family) => [family.name, family] as const))(
    '%s refers only to existing tables and columns',
    async (_name, family) => {
      const examples = await examplesOf(family);
      expect(examples.length).toBeGreaterThan(1);
      const texts = [...new Set(examples.map(({ text }) => text))];
      const errors = await Promise.all(texts.map(async (text) => ({ text, error: await findError({ text }) })));
      expect(errors.filter(({ error }) => error !== null)).toEqual([]);
    },
  );

  it('return the declared columns and types', async () => {
    const mismatches = [];
    for (const family of families)
      for (const statement of await examplesOf(family))
        for (const mismatch of await findMismatches(statement)) mismatches.push(`${family.name}: ${mismatch}`);
    expect(mismatches).toEqual([]);
  });

  it('fail the check with a misspelled column', async () => {
    const examples = await families.find(({ name }) => name === 'event_page')?.examples(site.site as never);
    const text = examples?.at(-1)?.text ?? '';
    expect(await findError({ text: text.replaceAll('e.featured', 'e.featuredx') })).toMatch(/does not exist/);
  });
});

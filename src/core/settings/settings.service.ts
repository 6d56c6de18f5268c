import { isDeepStrictEqual } from 'node:util';
import { notify, notifyNow } from '../db/notify.ts';
import { rowShape } from '../db/columns.ts';
import type { Database, Tx } from '../db/database.ts';
import { runIn, statement } from '../db/statement.ts';
import { invalid, notFound } from '../failures/failure.ts';
import type { DeclaredSetting, Setting } from './setting.ts';

const CHANNEL = 'settings_changed';

const stored = statement('settings', 'SELECT key, value FROM setting', rowShape({ key: 'text', value: 'json' }));
const storeOne = statement(
  'store_setting',
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value
    WHERE $3::jsonb IS NULL OR setting.value = $3::jsonb RETURNING key`,
);
const storeAll = statement(
  'store_settings',
  `INSERT INTO setting (key, value) SELECT key, value::jsonb FROM unnest($1::text[], $2::text[]) AS given (key, value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);

/** The site's settings, held in memory and updated in every process by notifications. */
export interface Settings {
  /** Returns the current value or the default, synchronously. */
  get<T>(setting: Setting<T>): T;
  /** Validates and stores a value. Throws `invalid_arguments` if it does not fit the schema. */
  set<T>(setting: Setting<T>, value: T): Promise<void>;
  /** Stores a value in the caller's transaction, as `set` does. The caller must call the returned function after the commit, which updates this process. */
  setWithin<T>(tx: Tx, setting: Setting<T>, value: T): Promise<() => Promise<void>>;
  /** Stores several values atomically; throws like `set`. */
  setAll(entries: ReadonlyArray<readonly [setting: Setting<unknown>, value: unknown]>): Promise<void>;
  /** Stores the value that `update` returns for the current one. Repeats this if another writer changed it meanwhile. */
  change<T>(setting: Setting<T>, update: (value: T) => T): Promise<void>;
  /** Returns the declaration of a key. Throws `setting_not_found` if it is unknown. */
  find(key: string): Setting<unknown>;
  all(): readonly Setting<unknown>[];
  close(): Promise<void>;
}

/** Returns the value in stored form. Throws `invalid_arguments` if it does not fit the schema. */
function checkedValue<T>({ key, schema }: Setting<T>, value: T): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw invalid('invalid_arguments', `${key}: ${checked.error.issues[0]?.message ?? 'is not valid'}`, {
    params: { value: `${key} is not valid.` },
  });
}

function tellWhatDiffers(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>, tell: (key: string) => void): void {
  for (const key of new Set([...before.keys(), ...after.keys()])) if (!isDeepStrictEqual(before.get(key), after.get(key))) tell(key);
}

/**
 * Reads all stored settings and follows changes of other processes. `onStored` is awaited after each write of this process. `onChanged` is called for every
 * change after this process has the new value. `check` runs before each write and throws if values contradict each other.
 */
export async function openSettings(
  db: Database,
  declared: readonly DeclaredSetting[],
  onStored: (key: string) => Promise<void> = async () => {},
  onChanged: (key: string) => void = () => {},
  check: (get: Settings['get'], changed: ReadonlySet<string>) => void = () => {},
): Promise<Settings> {
  const byKey = new Map(declared.map((s) => [s.key, s as Setting<unknown>]));
  let values = new Map<string, unknown>();

  let newest = 0;

  /** Returns true if the values it read are now current. */
  const load = async (): Promise<boolean> => {
    const turn = ++newest;
    const rows = await db.rows(stored);
    // a slower read, or one that started before a write of this process, is outdated
    if (turn !== newest) return false;
    const before = values;
    values = new Map(rows.map((row) => [row.key, row.value]));
    tellWhatDiffers(before, values, onChanged);
    return true;
  };
  const follow = () => void load().catch(() => {});
  /** Reads until the values are current. A notification that arrives meanwhile invalidates the first read. */
  const begin = async () => {
    let isHeld = false;
    while (!isHeld) isHeld = await load();
  };
  // changes made while notifications were lost are read when the connection is restored
  const [stop] = await Promise.all([db.listen(CHANNEL, follow, follow), begin()]);

  const get = <T>(s: Setting<T>) => (values.has(s.key) ? (values.get(s.key) as T) : s.default);

  /** Checks new values together with the unchanged ones. */
  const checkTogether = (written: ReadonlyMap<string, unknown>) =>
    check((s) => (written.has(s.key) ? (written.get(s.key) as never) : get(s)), new Set(written.keys()));

  /** Stores a value and returns true. With JSON `expected`, does so only if that is the stored value or none is stored. */
  const store = async <T>(s: Setting<T>, value: T, expected: string | null = null): Promise<boolean> => {
    const checked = checkedValue(s, value);
    checkTogether(new Map([[s.key, checked]]));
    const keys = await db.rows(storeOne, [s.key, JSON.stringify(checked), expected]);
    if (keys.length === 0) return false;
    newest++;
    values.set(s.key, checked);
    onChanged(s.key);
    // this process receives it too, and reads what an invalidated read missed
    await notifyNow(db, CHANNEL, s.key);
    await onStored(s.key);
    return true;
  };

  return {
    get,
    async set(s, value) {
      await store(s, value);
    },
    async setWithin(tx, s, value) {
      const checked = checkedValue(s, value);
      checkTogether(new Map([[s.key, checked]]));
      await runIn(tx, storeOne, s.key, JSON.stringify(checked), null);
      await notify(tx, CHANNEL, s.key);
      return async () => {
        newest++;
        values.set(s.key, checked);
        onChanged(s.key);
        await onStored(s.key);
      };
    },
    async setAll(entries) {
      if (entries.length === 0) return;
      const checked = entries.map(([s, value]) => [s.key, checkedValue(s, value)] as const);
      checkTogether(new Map(checked));
      await db.rows(storeAll, [checked.map(([key]) => key), checked.map(([, value]) => JSON.stringify(value))]);
      newest++;
      for (const [key, value] of checked) {
        values.set(key, value);
        onChanged(key);
      }
      await notifyNow(db, CHANNEL, checked.map(([key]) => key).join());
      for (const [key] of checked) await onStored(key);
    },
    async change(s, update) {
      while (!(await store(s, update(get(s)), JSON.stringify(values.get(s.key) ?? null)))) await load();
    },
    find(key) {
      const found = byKey.get(key);
      if (!found) throw notFound('setting_not_found', `There is no setting "${key}".`);
      return found;
    },
    all: () => [...byKey.values()],
    close: stop,
  };
}

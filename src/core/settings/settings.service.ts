import { isDeepStrictEqual } from 'node:util';
import { notify, notifyNow } from '../db/notify.ts';
import { rowShape } from '../db/columns.ts';
import type { Database, Tx } from '../db/database.ts';
import { executeIn, statement } from '../db/statement.ts';
import { invalid, notFound } from '../failures/failure.ts';
import type { DeclaredSetting, Setting } from './setting.ts';

const CHANNEL = 'settings_changed';

const selectSettings = statement('settings', 'SELECT key, value FROM setting', rowShape({ key: 'text', value: 'json' }));
const storeSetting = statement(
  'store_setting',
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value
    WHERE $3::jsonb IS NULL OR setting.value = $3::jsonb RETURNING key`,
);
const storeSettings = statement(
  'store_settings',
  `INSERT INTO setting (key, value) SELECT key, value::jsonb FROM unnest($1::text[], $2::text[]) AS entry (key, value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);

/** The settings of the site. They are held in memory, and notifications update them in every process. */
export interface Settings {
  /** Returns the current value, or the default if none is stored. */
  get<T>(setting: Setting<T>): T;
  /** Validates and stores a value. Throws `invalid_arguments` if the value does not match the schema. */
  set<T>(setting: Setting<T>, value: T): Promise<void>;
  /**
   * Stores a value like `set`, in the caller's transaction. The caller must call the returned function after the commit. It updates the value in this
   * process.
   */
  setInTransaction<T>(tx: Tx, setting: Setting<T>, value: T): Promise<() => Promise<void>>;
  /** Stores several values in one transaction. Throws like `set`. */
  setAll(entries: ReadonlyArray<readonly [setting: Setting<unknown>, value: unknown]>): Promise<void>;
  /** Stores the value that `update` returns for the current value. If another writer changes the value in the meantime, calls `update` again. */
  change<T>(setting: Setting<T>, update: (value: T) => T): Promise<void>;
  /** Returns the declaration of the setting with a key. Throws `setting_not_found` if no setting has this key. */
  getDeclaration(key: string): Setting<unknown>;
  getAll(): readonly Setting<unknown>[];
  close(): Promise<void>;
}

/** Returns the value in the form in which it is stored. Throws `invalid_arguments` if it does not match the schema. */
function parseValue<T>({ key, schema }: Setting<T>, value: T): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw invalid('invalid_arguments', `${key}: ${checked.error.issues[0]?.message ?? 'is not valid'}`, {
    params: { value: `${key} is not valid.` },
  });
}

function reportDifferences(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>, report: (key: string) => void): void {
  for (const key of new Set([...before.keys(), ...after.keys()])) if (!isDeepStrictEqual(before.get(key), after.get(key))) report(key);
}

/**
 * Reads all stored settings and follows changes of other processes. `onStored` is called after each write of this process, and the write waits for
 * it. `onChanged` is called for every change, after this process has the new value. `check` is called before each write. It throws if the values
 * contradict each other.
 */
export async function openSettings(
  db: Database,
  declared: readonly DeclaredSetting[],
  onStored: (key: string) => Promise<void> = async () => {},
  onChanged: (key: string) => void = () => {},
  check: (get: Settings['get'], changed: ReadonlySet<string>) => void = () => {},
): Promise<Settings> {
  const byKey = new Map(declared.map((setting) => [setting.key, setting as Setting<unknown>]));
  let values = new Map<string, unknown>();

  let latestRead = 0;

  /** Reads all values. Returns true if they are current, and false if they were already outdated when they arrived. */
  const load = async (): Promise<boolean> => {
    const readNumber = ++latestRead;
    const rows = await db.rows(selectSettings);
    // a slower read, or one that started before a write of this process, is outdated
    if (readNumber !== latestRead) return false;
    const before = values;
    values = new Map(rows.map((row) => [row.key, row.value]));
    reportDifferences(before, values, onChanged);
    return true;
  };
  const reload = () => void load().catch(() => {});
  /** Reads all values until they are current. A notification that arrives during a read makes its values outdated. */
  const loadCurrent = async () => {
    let isCurrent = false;
    while (!isCurrent) isCurrent = await load();
  };
  // `reload` also runs when a lost connection is restored, to read changes whose notifications were missed
  const [stop] = await Promise.all([db.listen(CHANNEL, reload, reload), loadCurrent()]);

  const get = <T>(setting: Setting<T>) => (values.has(setting.key) ? (values.get(setting.key) as T) : setting.default);

  /** Checks the new values together with the values that stay unchanged. */
  const checkTogether = (written: ReadonlyMap<string, unknown>) =>
    check((setting) => (written.has(setting.key) ? (written.get(setting.key) as never) : get(setting)), new Set(written.keys()));

  /** Stores a value and returns true. If `expected` (JSON) is given and another value is stored, does nothing and returns false. */
  const store = async <T>(setting: Setting<T>, value: T, expected: string | null = null): Promise<boolean> => {
    const checked = parseValue(setting, value);
    checkTogether(new Map([[setting.key, checked]]));
    const keys = await db.rows(storeSetting, [setting.key, JSON.stringify(checked), expected]);
    if (keys.length === 0) return false;
    latestRead++;
    values.set(setting.key, checked);
    onChanged(setting.key);
    // this process also receives the notification and reads all values again, because this write may have made a running read outdated
    await notifyNow(db, CHANNEL, setting.key);
    await onStored(setting.key);
    return true;
  };

  return {
    get,
    async set(setting, value) {
      await store(setting, value);
    },
    async setInTransaction(tx, setting, value) {
      const checked = parseValue(setting, value);
      checkTogether(new Map([[setting.key, checked]]));
      await executeIn(tx, storeSetting, setting.key, JSON.stringify(checked), null);
      await notify(tx, CHANNEL, setting.key);
      return async () => {
        latestRead++;
        values.set(setting.key, checked);
        onChanged(setting.key);
        await onStored(setting.key);
      };
    },
    async setAll(entries) {
      if (entries.length === 0) return;
      const checked = entries.map(([setting, value]) => [setting.key, parseValue(setting, value)] as const);
      checkTogether(new Map(checked));
      await db.rows(storeSettings, [checked.map(([key]) => key), checked.map(([, value]) => JSON.stringify(value))]);
      latestRead++;
      for (const [key, value] of checked) {
        values.set(key, value);
        onChanged(key);
      }
      await notifyNow(db, CHANNEL, checked.map(([key]) => key).join());
      for (const [key] of checked) await onStored(key);
    },
    async change(setting, update) {
      while (!(await store(setting, update(get(setting)), JSON.stringify(values.get(setting.key) ?? null)))) await load();
    },
    getDeclaration(key) {
      const setting = byKey.get(key);
      if (!setting) throw notFound('setting_not_found', `There is no setting "${key}".`);
      return setting;
    },
    getAll: () => [...byKey.values()],
    close: stop,
  };
}

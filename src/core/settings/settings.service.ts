import { isDeepStrictEqual } from 'node:util';
import { notify, notifyNow } from '../db/notify.ts';
import { answer } from '../db/columns.ts';
import type { Database, Tx } from '../db/database.ts';
import { runIn, statement } from '../db/statement.ts';
import { invalid, notFound } from '../failures/failure.ts';
import type { DeclaredSetting, Setting } from './setting.ts';

const CHANNEL = 'settings_changed';

const stored = statement('settings', 'SELECT key, value FROM setting', answer({ key: 'text', value: 'json' }));
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

/** The site's settings, held in memory and kept fresh on every process by notifications. */
export interface Settings {
  /** The current value, or the declared default. Never waits. */
  get<T>(setting: Setting<T>): T;
  /** Stores a value after checking it against the setting's schema; throws `invalid_arguments` when it does not fit. */
  set<T>(setting: Setting<T>, value: T): Promise<void>;
  /**
   * Stores a value in the caller’s transaction, as `set` does. Once that is committed the caller calls what it returns: then this process has the
   * value too.
   */
  setWithin<T>(tx: Tx, setting: Setting<T>, value: T): Promise<() => Promise<void>>;
  /** Stores several values, all or none of them; throws as `set` does. */
  setAll(entries: ReadonlyArray<readonly [setting: Setting<unknown>, value: unknown]>): Promise<void>;
  /** Stores what `update` makes of the present value, again when someone else changed that meanwhile. */
  change<T>(setting: Setting<T>, update: (value: T) => T): Promise<void>;
  /** The declaration behind a key; throws `setting_not_found` for an unknown one. */
  find(key: string): Setting<unknown>;
  all(): readonly Setting<unknown>[];
  close(): Promise<void>;
}

/** The value as its setting stores it; throws `invalid_arguments` when it does not fit. */
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
 * Reads all stored settings once and follows changes made by other processes. `onStored` is awaited after each store of this process;
 * `onChanged` is called for every change once this process has the new value. `check` throws where values do not go together; it runs before each
 * store.
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

  /** Returns whether what it read is held now. */
  const load = async (): Promise<boolean> => {
    const turn = ++newest;
    const rows = await db.rows(stored);
    // a slower reading, or one begun before a write of this process, is older than what is held
    if (turn !== newest) return false;
    const before = values;
    values = new Map(rows.map((row) => [row.key, row.value]));
    tellWhatDiffers(before, values, onChanged);
    return true;
  };
  const follow = () => void load().catch(() => {});
  /** Reads until something is held: a notification that comes meanwhile drops the first reading. */
  const begin = async () => {
    let isHeld = false;
    while (!isHeld) isHeld = await load();
  };
  // changes made while notifications were lost are read when they are back
  const [stop] = await Promise.all([db.listen(CHANNEL, follow, follow), begin()]);

  const get = <T>(s: Setting<T>) => (values.has(s.key) ? (values.get(s.key) as T) : s.default);

  /** Checks values together with those that stay. */
  const checkTogether = (written: ReadonlyMap<string, unknown>) =>
    check((s) => (written.has(s.key) ? (written.get(s.key) as never) : get(s)), new Set(written.keys()));

  /** Returns whether it was stored: with JSON `expected`, only where that is the stored value, or none is stored. */
  const store = async <T>(s: Setting<T>, value: T, expected: string | null = null): Promise<boolean> => {
    const checked = checkedValue(s, value);
    checkTogether(new Map([[s.key, checked]]));
    const keys = await db.rows(storeOne, [s.key, JSON.stringify(checked), expected]);
    if (keys.length === 0) return false;
    newest++;
    values.set(s.key, checked);
    onChanged(s.key);
    // this process hears it too, and reads what a dropped reading would have brought
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

import type { Database } from '../core/db/database.ts';
import { invalid, notFound } from '../core/failure.ts';
import type { Setting } from './setting.ts';

const CHANNEL = 'settings_changed';

/** The site's settings, held in memory and kept fresh on every process by notifications. */
export interface Settings {
  /** The current value, or the declared default. Never waits. */
  get<T>(setting: Setting<T>): T;
  /** Stores a value after checking it against the setting's schema; throws `rest_invalid_param` when it does not fit. */
  set<T>(setting: Setting<T>, value: T): Promise<void>;
  /** Stores what `update` makes of the present value, again when somebody else changed that meanwhile. */
  change<T>(setting: Setting<T>, update: (value: T) => T): Promise<void>;
  /** The declaration behind a key; throws `rest_setting_invalid_key` for an unknown one. */
  find(key: string): Setting<unknown>;
  all(): readonly Setting<unknown>[];
  close(): Promise<void>;
}

/** Reads all stored settings once and follows changes made by other processes. */
export async function openSettings(db: Database, declared: readonly Setting<never>[]): Promise<Settings> {
  const byKey = new Map(declared.map((s) => [s.key, s as unknown as Setting<unknown>]));
  let values = new Map<string, unknown>();

  let newest = 0;

  const load = async () => {
    const turn = ++newest;
    const rows = await db.sql<{ key: string; value: unknown }>('SELECT key, value FROM setting', []);
    // a slower reading, or one begun before a write of this process, is older than what is held
    if (turn === newest) values = new Map(rows.map((row) => [row.key, row.value]));
  };
  await load();
  const follow = () => void load().catch(() => {});
  // changes made while notifications were lost are read when they are back
  const stop = await db.listen(CHANNEL, follow, follow);

  const get = <T>(s: Setting<T>) => (values.has(s.key) ? (values.get(s.key) as T) : s.default);

  /** Answers whether it was stored: with JSON `expected`, only where that is the stored value, or none is stored. */
  const store = async <T>(s: Setting<T>, value: T, expected: string | null = null): Promise<boolean> => {
    const checked = s.schema.safeParse(value);
    if (!checked.success)
      throw invalid('rest_invalid_param', `${s.key}: ${checked.error.issues[0]?.message ?? 'is not valid'}`, {
        params: { value: `${s.key} is not valid.` },
      });
    const stored = await db.sql(
      `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value
        WHERE $3::jsonb IS NULL OR setting.value = $3::jsonb RETURNING key`,
      [s.key, JSON.stringify(checked.data), expected],
    );
    if (stored.length === 0) return false;
    newest++;
    values.set(s.key, checked.data);
    // this process hears it too, and reads what a dropped reading would have brought
    await db.sql('SELECT pg_notify($1, $2)::text', [CHANNEL, s.key]);
    return true;
  };

  return {
    get,
    async set(s, value) {
      await store(s, value);
    },
    async change(s, update) {
      while (!(await store(s, update(get(s)), JSON.stringify(values.get(s.key) ?? null)))) await load();
    },
    find(key) {
      const found = byKey.get(key);
      if (!found) throw notFound('rest_setting_invalid_key', `There is no setting "${key}".`);
      return found;
    },
    all: () => [...byKey.values()],
    close: stop,
  };
}

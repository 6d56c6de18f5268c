import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const RENEW_MS = 20_000;
const WATCH_DURATION = '60 seconds';

// uses the database's clock, because the trigger that reports changes compares with this clock
const watch = statement(
  'watch_posts',
  `INSERT INTO ticket_watch (post_id, until) SELECT post_id, now() + interval '${WATCH_DURATION}' FROM unnest($1::int[]) AS watched(post_id)
  ON CONFLICT (post_id) DO UPDATE SET until = excluded.until`,
);
const deleteExpired = statement('forget_watched_posts', 'DELETE FROM ticket_watch WHERE until < now()');

/** The posts that this process watches for its subscribers. Writes to other posts cost nothing extra. */
class WatchedPosts {
  readonly #site: Site;
  readonly #watchers = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(site: Site) {
    this.#site = site;
  }

  async add(postIds: readonly number[]): Promise<void> {
    await this.#site.db.rows(watch, [postIds]);
    for (const id of postIds) this.#watchers.set(id, (this.#watchers.get(id) ?? 0) + 1);
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  remove(postIds: readonly number[]): void {
    for (const id of postIds) {
      const remaining = (this.#watchers.get(id) ?? 1) - 1;
      if (remaining > 0) this.#watchers.set(id, remaining);
      else this.#watchers.delete(id);
    }
    if (this.#watchers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    try {
      await this.#site.db.rows(watch, [[...this.#watchers.keys()].sort((a, b) => a - b)]);
      await this.#site.db.rows(deleteExpired);
    } catch (error) {
      this.#site.log.warn({ err: error }, 'could not renew the watch on posts');
    }
  }
}

const createWatchedPosts = (site: Site) => new WatchedPosts(site);

/** Makes every process report changes of these posts until the returned function is called. */
export async function watchPosts(site: Site, postIds: readonly number[]): Promise<() => void> {
  const posts = site.state.getOrCreate(createWatchedPosts, site);
  await posts.add(postIds);
  let isStopped = false;
  return () => {
    if (!isStopped) posts.remove(postIds);
    isStopped = true;
  };
}

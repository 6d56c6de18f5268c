import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { siteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { setting } from '#app/core/settings/setting.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { safeStem } from './file-name.rules.ts';

export const randomUploadNames = setting(
  'random_upload_names',
  z.boolean(),
  false,
  'Whether names of uploaded files end in eight random characters, so that nobody guesses the address of one; otherwise they are kept as sent, with a number where one was given before.',
);

/** A name that was given to one file, for good. */
export interface UploadName {
  /** `2026/11/photo-1`, without the ending: what renditions are called begins with it. */
  stem: string;
  /** `2026/11/photo-1.jpg` */
  key: string;
  /** The name it would have without the number; null = it is that, or random. */
  numbered: { of: string; number: number } | null;
}

const take = statement(
  'take_upload_name',
  'INSERT INTO upload_name (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name',
  answer({ name: 'text' }),
);
const nextNumber = statement(
  'number_upload_name',
  'UPDATE upload_name SET clashes = clashes + 1 WHERE name = $1 RETURNING clashes AS number',
  answer({ number: 'int' }),
);
const giveBack = statement(
  'give_back_upload_name',
  `WITH lowered AS (UPDATE upload_name SET clashes = clashes - 1 WHERE name = $2 AND clashes = $3)
  DELETE FROM upload_name WHERE name = $1`,
);

/** Renditions are called so: a file that was sent under such a name could get the name of another one's rendition. */
const LIKE_RENDITION = /-\d+x\d+$/;

/**
 * Gives a file a name in the folder of the month that no file had before, also none that is gone since: caches keep for good what a name
 * stands for. A caller that does not store the file after all gives it back.
 */
export async function takeUploadName(site: Site, fileName: string, extension: string): Promise<UploadName> {
  const [year, month] = toWallTime(now(), siteZone(site)).split('-');
  const plain = `${year}/${month}/${safeStem(fileName)}`;
  const called = (stem: string) => `${stem}.${extension}`;
  const takes = async (stem: string) => (await site.db.rows(take, [called(stem)])).length > 0;
  if (site.settings.get(randomUploadNames)) {
    for (;;) {
      const stem = `${plain}-${randomBytes(4).toString('hex')}`;
      if (await takes(stem)) return { stem, key: called(stem), numbered: null };
    }
  }
  if ((await takes(plain)) && !LIKE_RENDITION.test(plain)) return { stem: plain, key: called(plain), numbered: null };
  for (;;) {
    const [{ number } = { number: 1 }] = await site.db.rows(nextNumber, [called(plain)]);
    const stem = `${plain}-${number}`;
    if (await takes(stem)) return { stem, key: called(stem), numbered: { of: called(plain), number } };
  }
}

/** Gives back the name of a file that nobody has seen. */
export async function giveBackUploadName(site: Site, { key, numbered }: UploadName): Promise<void> {
  await site.db.rows(giveBack, [key, numbered?.of ?? '', numbered?.number ?? 0]);
}

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { siteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
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

/** Permanent name of a file. */
export interface UploadName {
  /** `2026/11/photo-1`, without the extension; prefix of the names of renditions. */
  stem: string;
  /** `2026/11/photo-1.jpg` */
  key: string;
  /** The name without its number; null = no number, or random. */
  numbered: { of: string; number: number } | null;
}

const take = statement(
  'take_upload_name',
  'INSERT INTO upload_name (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name',
  rowShape({ name: 'text' }),
);
const nextNumber = statement(
  'number_upload_name',
  'UPDATE upload_name SET clashes = clashes + 1 WHERE name = $1 RETURNING clashes AS number',
  rowShape({ number: 'int' }),
);
const giveBack = statement(
  'give_back_upload_name',
  `WITH lowered AS (UPDATE upload_name SET clashes = clashes - 1 WHERE name = $2 AND clashes = $3)
  DELETE FROM upload_name WHERE name = $1`,
);

/** Names of renditions have this form. Uploads must not get such a name, because it could be that of a rendition. */
const LIKE_RENDITION = /-\d+x\d+$/;

/**
 * Reserves a name in the folder of the month that no file ever had, not even a deleted one, because caches keep files forever. A caller
 * that does not store the file releases the name.
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

/** Releases the name of a file that was never published. */
export async function giveBackUploadName(site: Site, { key, numbered }: UploadName): Promise<void> {
  await site.db.rows(giveBack, [key, numbered?.of ?? '', numbered?.number ?? 0]);
}

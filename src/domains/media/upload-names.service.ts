import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { getSiteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { setting } from '#app/core/settings/setting.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { cleanStem } from './file-name.rules.ts';

export const randomUploadNames = setting(
  'random_upload_names',
  z.boolean(),
  false,
  'Whether the names of uploaded files end with eight random characters, so that their URLs cannot be guessed. Otherwise the sent name is used, with a number if another file has or had that name.',
);

/** Permanent name of a file. */
export interface UploadName {
  /** Name without the extension, such as `2026/11/photo-1`. The names of renditions start with it. */
  stem: string;
  /** Name with the extension, such as `2026/11/photo-1.jpg`. */
  key: string;
  /** The key without the number, and the number. Null for names without a number. */
  numbered: { of: string; number: number } | null;
}

const reserve = statement(
  'take_upload_name',
  'INSERT INTO upload_name (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name',
  rowShape({ name: 'text' }),
);
const nextNumber = statement(
  'number_upload_name',
  'UPDATE upload_name SET clashes = clashes + 1 WHERE name = $1 RETURNING clashes AS number',
  rowShape({ number: 'int' }),
);
const release = statement(
  'give_back_upload_name',
  `WITH lowered AS (UPDATE upload_name SET clashes = clashes - 1 WHERE name = $2 AND clashes = $3)
  DELETE FROM upload_name WHERE name = $1`,
);

/** Matches stems that look like those of renditions. An upload must not get such a name, because a rendition may need it. */
const RENDITION_STEM = /-\d+x\d+$/;

/**
 * Reserves a name in the folder of the current month. No file ever had that name, not even a deleted one, because caches store files forever. A
 * caller that does not store the file must call `releaseUploadName`.
 */
export async function reserveUploadName(site: Site, fileName: string, extension: string): Promise<UploadName> {
  const [year, month] = toWallTime(now(), getSiteZone(site)).split('-');
  const baseStem = `${year}/${month}/${cleanStem(fileName)}`;
  const buildKey = (stem: string) => `${stem}.${extension}`;
  const tryReserve = async (stem: string) => (await site.db.rows(reserve, [buildKey(stem)])).length > 0;
  if (site.settings.get(randomUploadNames)) {
    for (;;) {
      const stem = `${baseStem}-${randomBytes(4).toString('hex')}`;
      if (await tryReserve(stem)) return { stem, key: buildKey(stem), numbered: null };
    }
  }
  if ((await tryReserve(baseStem)) && !RENDITION_STEM.test(baseStem)) return { stem: baseStem, key: buildKey(baseStem), numbered: null };
  for (;;) {
    const [{ number } = { number: 1 }] = await site.db.rows(nextNumber, [buildKey(baseStem)]);
    const stem = `${baseStem}-${number}`;
    if (await tryReserve(stem)) return { stem, key: buildKey(stem), numbered: { of: buildKey(baseStem), number } };
  }
}

/** Releases the name of a file that was never published. */
export async function releaseUploadName(site: Site, { key, numbered }: UploadName): Promise<void> {
  await site.db.rows(release, [key, numbered?.of ?? '', numbered?.number ?? 0]);
}

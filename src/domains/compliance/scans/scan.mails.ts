import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { administratorOf } from '../../identity/users/administrator.ts';
import { isEmail } from '../../identity/users/user.rules.ts';
import { scanEmail } from '../compliance.settings.ts';
import type { Detection, DetectionName } from './scan.rules.ts';

/** Kind of the mail that tells what checks of the site found. */
export const CHECKS_MAIL = 'compliance-checks';

export interface ChecksMail {
  detections: readonly Detection[];
}

const MOST = 3;

/** What follows from a detection, in words. */
const detectionWords: Readonly<Record<DetectionName, string>> = {
  block_01: 'The site uses {technology}, which can be told what visitors consent to (consent mode), but is not.',
  block_02: 'The site shows advertisements of networks that want consent to be told by the TCF standard, which is not installed.',
  block_03: 'The site speaks several languages: it may be meant for regions with privacy laws of their own.',
  block_04: 'The site collects data: see whether its privacy statement still says which.',
  block_05: 'No privacy statement was found.',
  block_06: 'The site sells something: its privacy statement should say what is done with orders.',
  block_07: 'The site asks for consent by another tool (Google): visitors may be asked twice.',
};

/** A detection in words. */
function wordsOf({ name, args }: Detection): string {
  return detectionWords[name].replace('{technology}', args['technology'] ?? '');
}

const checks: Composer = async (site, { payload }) => {
  const { detections } = payload as ChecksMail;
  const set = site.settings.get(scanEmail);
  const to = set === '' ? await administratorOf(site) : { name: '', address: set };
  if (!to || !isEmail(to.address)) return null;
  const told = [...detections].sort((a, b) => b.priority - a.priority).slice(0, MOST);
  if (told.length === 0) return null;
  return writeLetter(site, {
    to,
    subject: `What the law may ask of ${site.settings.get(siteName)}`,
    parts: ['The site was looked at. Please look into this:', ...told.map(wordsOf)],
  });
};

/** Who makes the messages about scans. */
export const scanMails = { [CHECKS_MAIL]: checks };

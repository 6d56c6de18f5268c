import type { Settings } from '../settings/settings.service.ts';
import type { Config } from '../../config/config.ts';
import { z } from 'zod';
import { siteName } from '../settings/site.settings.ts';
import { setting } from '../settings/setting.ts';

export const mailFromAddress = setting(
  'mail_from_address',
  z.union([z.literal(''), z.email()]),
  '',
  "Sender address of the site's mail. If empty, `tickets@` and the host of the site.",
);
export const mailFromName = setting(
  'mail_from_name',
  z.string().max(200),
  '',
  "Sender name of the site's mail. If empty, the name of the site.",
);
export const mailRetentionDays = setting(
  'mail_kept_days',
  z.number().int().min(0).max(36_600),
  365,
  'Number of days after which messages are deleted, unless they still wait to be sent. 0 keeps messages forever.',
);

export const mailSettings = [mailFromAddress, mailFromName, mailRetentionDays];

/** Returns the sender of the site's mail. */
export function getSender(site: { config: Config; settings: Settings }): { name: string; address: string } {
  const host = new URL(site.config.siteUrl).hostname;
  return {
    name: toSingleLine(site.settings.get(mailFromName) || site.settings.get(siteName)),
    address: site.settings.get(mailFromAddress) || `tickets@${host}`,
  };
}

/** Replaces line breaks and control characters with spaces, for use in a mail header. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

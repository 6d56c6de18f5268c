import type { Site } from '../../site.ts';
import { siteName } from '../settings/site.settings.ts';
import { escapeHtml } from '../text/plain-text.ts';
import type { Message } from './composer.ts';

/** A message as HTML in a language, with the name of the site at its end. `content` is HTML. */
export function htmlPage(site: Site, title: string, content: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px;font-family:sans-serif;line-height:1.5;color:#1d1b20;background:#ffffff">
<h1 style="font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
${content}
<p style="color:#57535e">${escapeHtml(site.settings.get(siteName))}</p>
</body>
</html>
`;
}

/** A part of a letter: a paragraph, something to be read off or copied, or an address to open. */
export type Part = string | { code: string } | { link: string; label: string };

/** A message without pictures. */
export interface Letter {
  to: Message['to'];
  subject: string;
  parts: readonly Part[];
  /** That it is written in; English unless said. */
  language?: string;
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part;
  return 'code' in part ? part.code : `${part.label}: ${part.link}`;
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
  if ('code' in part) return `<p style="font:bold 22px monospace">${escapeHtml(part.code)}</p>`;
  return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
}

/** The letter as text and as HTML. */
export function writeLetter(site: Site, { to, subject, parts, language }: Letter): Message {
  return {
    to,
    subject,
    text: [subject, ...parts.map(textOf), site.settings.get(siteName)].join('\n\n'),
    html: htmlPage(site, subject, parts.map(htmlOf).join('\n'), language),
    attachments: () => Promise.resolve([]),
  };
}

import type { Settings } from '../settings/settings.service.ts';
import type { Config } from '../../config/config.ts';
import { getBrandColors } from '../branding/brand-colors.ts';
import { brandFont, brandImages } from '../branding/branding.settings.ts';
import { findBundledFont, getFontStack } from '../branding/fonts.ts';
import { getFileUrl } from '../urls/file-url.ts';
import { siteName } from '../settings/site.settings.ts';
import { escapeHtml } from '../text/plain-text.ts';
import type { Message } from './composer.ts';
import { renderHtmlLines, type Line, renderTextLines } from './lines.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  config: Config;
  settings: Settings;
}

/** An image across the top of a message. */
export interface MailPicture {
  url: string;
  alt: string;
}

/**
 * Returns a message as an HTML document. The logo or name of the site is at its top, and the name of the site is at its end. `content` is HTML in
 * `language`.
 */
export function renderMailPage(
  site: SitePart,
  title: string,
  content: string,
  language = 'en',
  picture: MailPicture | null = null,
): string {
  const name = escapeHtml(site.settings.get(siteName));
  const { background, ink, light, dark } = getBrandColors(site);
  const { logo } = site.settings.get(brandImages);
  const header = logo
    ? `<img src="${escapeHtml(getFileUrl(site, logo.sizes['medium']?.file ?? logo.file))}" height="40" alt="${name}" style="display:block;height:40px;width:auto;max-width:240px;border:0">`
    : `<span style="font-size:18px;font-weight:bold;color:${ink}">${name}</span>`;
  const font = findBundledFont(site.settings.get(brandFont));
  const fontFamily = font?.isForText ? getFontStack(font) : "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif";
  // a logo is shown on white, because logos are designed for a light background; a name is shown on the site's color
  const headerStyle = logo ? `background:#ffffff;border-top:6px solid ${background}` : `background:${background}`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>
a { color: ${light.accent}; }
@media (prefers-color-scheme: dark) {
  .mail-background { background: #17151a !important; }
  .mail-sheet { background: #211e26 !important; color: #f1eef5 !important; }
  .mail-sheet th, .mail-quiet, .mail-sheet p[style*="57535e"] { color: #b9b3c3 !important; }
  a { color: ${dark.accent} !important; }
  a.mail-button { color: ${ink} !important; }
}
</style></head>
<body class="mail-background" style="margin:0;padding:0;font-family:${fontFamily};line-height:1.5;color:#1d1b20;background:#f4f2f6">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:16px">
<table role="presentation" class="mail-sheet" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;color:#1d1b20;background:#ffffff;border-radius:12px;overflow:hidden">
<tr><td style="padding:16px 24px;${headerStyle}">${header}</td></tr>
${picture ? `<tr><td><img src="${escapeHtml(picture.url)}" width="600" alt="${escapeHtml(picture.alt)}" style="display:block;width:100%;max-width:600px;height:auto;border:0"></td></tr>\n` : ''}<tr><td style="padding:8px 24px 24px">
<h1 style="font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
${content}
</td></tr>
</table>
<p class="mail-quiet" style="max-width:600px;font-size:13px;color:#57535e">${name}</p>
</td></tr></table>
</body>
</html>
`;
}

/** A part of a letter: a paragraph, a code to copy, a URL to open, or facts with labels. */
export type LetterPart = string | { code: string } | { link: string; label: string } | { heading: string; lines: readonly Line[] };

/** A message with an optional image, and without attachments. */
export interface Letter {
  to: Message['to'];
  subject: string;
  parts: readonly LetterPart[];
  /** Language of the text; English by default. */
  language?: string;
  /** Image across the top; none by default. */
  picture?: MailPicture | null;
}

function renderText(part: LetterPart): string {
  if (typeof part === 'string') return part;
  if ('lines' in part) return [part.heading, ...renderTextLines(part.lines)].join('\n');
  return 'code' in part ? part.code : `${part.label}: ${part.link}`;
}

function renderHtml(part: LetterPart, { background, ink }: { background: string; ink: string }): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
  if ('lines' in part)
    return `<p style="margin-bottom:4px"><strong>${escapeHtml(part.heading)}</strong></p>\n${renderHtmlLines(part.lines)}`;
  if ('code' in part) return `<p style="font:bold 22px monospace">${escapeHtml(part.code)}</p>`;
  return `<p><a class="mail-button" href="${escapeHtml(part.link)}" style="display:inline-block;padding:10px 20px;font-weight:bold;text-decoration:none;color:${ink};background:${background};border-radius:6px">${escapeHtml(part.label)}</a></p>`;
}

/** Creates a message from a letter, as plain text and as HTML. */
export function writeLetter(site: SitePart, { to, subject, parts, language, picture }: Letter): Message {
  const colors = getBrandColors(site);
  return {
    to,
    subject,
    text: [subject, ...parts.map(renderText), site.settings.get(siteName)].join('\n\n'),
    html: renderMailPage(site, subject, parts.map((part) => renderHtml(part, colors)).join('\n'), language, picture),
    attachments: () => Promise.resolve([]),
  };
}

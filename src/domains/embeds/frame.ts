import { randomInt } from 'node:crypto';
import { escapeHtml, stripTags } from '#app/core/text/plain-text.ts';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns ten random letters and digits that distinguish the frames of a page. Each response has a new secret. */
export function createFrameSecret(): string {
  return Array.from({ length: 10 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** A frame on another site that shows a page of this site. */
export interface Frame {
  /** URL of the framed page, without the secret. */
  src: string;
  width: number;
  height: number;
  /** Title as HTML. Screen readers read it as the name of the frame. */
  title: string;
}

/** Renders a borderless frame that may run scripts but nothing else. The secret is in the fragment of the URL and in `data-secret`. */
export function renderFrame({ src, width, height, title }: Frame, secret: string): string {
  return (
    `<iframe sandbox="allow-scripts" src="${escapeHtml(`${src}#?secret=${secret}`)}" width="${width}" height="${height}" title="${toAttribute(title)}" ` +
    `data-secret="${secret}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`
  );
}

/** Converts an HTML title to an attribute value: keeps entities and removes tags. */
function toAttribute(html: string): string {
  return stripTags(html).replace(/[<>"]/g, escapeHtml);
}

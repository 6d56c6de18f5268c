import { randomInt } from 'node:crypto';
import { escapeHtml, stripTags } from '#app/core/text/plain-text.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Ten random letters and digits that tell the frames of one page apart; new for every response. */
export function newFrameSecret(): string {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** A frame that shows a page of this site on another one. */
export interface Frame {
  /** Address of the framed page, without the secret. */
  src: string;
  width: number;
  height: number;
  /** Plain text or entities; what the frame is called for screen readers. */
  title: string;
}

/** A borderless frame that may run scripts but nothing else; the secret goes along in the fragment and as `data-secret`. */
export function frameHtml({ src, width, height, title }: Frame, secret: string): string {
  return (
    `<iframe sandbox="allow-scripts" src="${escapeHtml(`${src}#?secret=${secret}`)}" width="${width}" height="${height}" title="${attributeOf(title)}" ` +
    `data-secret="${secret}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`
  );
}

/** A title that is HTML, as the value of an attribute: its entities stay, its tags go. */
function attributeOf(html: string): string {
  return stripTags(html).replace(/[<>"]/g, escapeHtml);
}

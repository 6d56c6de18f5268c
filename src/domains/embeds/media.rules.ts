import { escapeHtml } from '#app/core/text/plain-text.ts';

const AUDIO = /\.(mp3|ogg|oga|opus|flac|m4a|wav)$/i;
const VIDEO = /\.(mp4|m4v|webm|ogv|mov|flv)$/i;

/** Returns a player if the string is a URL whose path has the extension of an audio or video file, else null. Does not request the URL. */
export function buildMediaEmbed(text: string, width: number): Record<string, unknown> | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const src = escapeHtml(url.href);
  const html = AUDIO.test(url.pathname)
    ? `<audio controls preload="none" src="${src}"></audio>`
    : VIDEO.test(url.pathname)
      ? `<video controls preload="metadata" width="${width}" src="${src}"></video>`
      : null;
  return html === null ? null : { provider_name: 'Embed Handler', html, scripts: [] };
}

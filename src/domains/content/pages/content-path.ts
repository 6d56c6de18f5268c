/** Path of a content item, split into the path of the item and its suffix. */
export interface ContentPath {
  /** Path of the content, without the suffix. */
  path: string;
  /** True for the small page that other sites frame. */
  isEmbed: boolean;
  /** Page number of a list, from 1. */
  page: number;
}

const FRAMED = /^(.*\/)embed\/?$/;
const PAGED = /^(.*\/)page\/([1-9]\d{0,5})\/?$/;

/** Splits a path and its suffix `embed/` or `page/<n>/`. */
export function parseContentPath(path: string): ContentPath {
  const framed = FRAMED.exec(path)?.[1];
  if (framed !== undefined) return { path: framed, isEmbed: true, page: 1 };
  const paged = PAGED.exec(path);
  return paged ? { path: paged[1] as string, isEmbed: false, page: Number(paged[2]) } : { path, isEmbed: false, page: 1 };
}

/** True if two paths are equal, ignoring the case of percent-escapes. */
export function isSamePath(a: string, b: string): boolean {
  const normalize = (path: string) => path.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
  return normalize(a) === normalize(b);
}

import type { ForeignEmbed } from './foreign-html.rules.ts';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the child elements of the root of an XML response as strings by name. Returns null for a document with a DOCTYPE, because that may define
 * entities.
 */
async function readXml(text: string): Promise<unknown> {
  if (/<!doctype/i.test(text)) return null;
  const { XMLParser } = await import('fast-xml-parser');
  const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false, trimValues: true });
  const document: unknown = xml.parse(text);
  const root = isObject(document) ? Object.entries(document).find(([name]) => !name.startsWith('?'))?.[1] : null;
  return isObject(root) ? Object.fromEntries(Object.entries(root).filter(([, value]) => typeof value === 'string')) : null;
}

/** Parses the response of an embed endpoint. Returns null if it is not an object of the oEmbed format. */
export async function readForeignResponse(text: string, format: 'json' | 'xml'): Promise<ForeignEmbed | null> {
  try {
    const response: unknown = format === 'json' ? JSON.parse(text) : await readXml(text);
    return isObject(response) && typeof response['type'] === 'string' ? response : null;
  } catch {
    return null;
  }
}

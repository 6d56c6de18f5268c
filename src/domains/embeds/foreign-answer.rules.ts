import type { ForeignEmbed } from './foreign-html.rules.ts';

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of an XML response: the elements below its root, as texts. A document type is refused: it may define entities. */
async function readXml(text: string): Promise<unknown> {
  if (/<!doctype/i.test(text)) return null;
  const { XMLParser } = await import('fast-xml-parser');
  const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false, trimValues: true });
  const document: unknown = xml.parse(text);
  const root = isMap(document) ? Object.entries(document).find(([name]) => !name.startsWith('?'))?.[1] : null;
  return isMap(root) ? Object.fromEntries(Object.entries(root).filter(([, value]) => typeof value === 'string')) : null;
}

/** Reads the response of an embed endpoint; null when it is not an object of the oEmbed format. */
export async function readForeignResponse(text: string, format: 'json' | 'xml'): Promise<ForeignEmbed | null> {
  try {
    const answer: unknown = format === 'json' ? JSON.parse(text) : await readXml(text);
    return isMap(answer) && typeof answer['type'] === 'string' ? answer : null;
  } catch {
    return null;
  }
}

import { removeNonXml } from '../../core/text/xml.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { XmlForm } from '../routes/route.ts';

/** Content type of XML responses. */
export const XML_TYPE = 'text/xml; charset=UTF-8';

/** True if the route offers XML and the request selects it. Reads the raw parameter, because errors may occur before the parameters are read. */
export function wantsXml(form: XmlForm | undefined, request: RestRequest): form is XmlForm {
  if (!form) return false;
  const { parameter } = form;
  return (request.json?.[parameter] ?? request.form?.[parameter] ?? request.query[parameter]) === 'xml';
}

function toElementName(key: string): string {
  const name = key.replace(/[^\w.-]/g, '_');
  return /^[a-z_]/i.test(name) ? name : `_${name}`;
}

function toElements(value: unknown, root: string): unknown {
  if (Array.isArray(value)) return { [root]: value.map((item) => toElements(item, root)) };
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [toElementName(key), toElements(below, root)]));
  }
  return value === null || value === undefined ? '' : removeNonXml(String(value as string | number | boolean));
}

/**
 * Creates a function that converts a body to an XML document: one element for each member, in the same order. Items of lists have the name of the
 * root element.
 */
export async function createXmlWriter({ root }: XmlForm): Promise<(body: unknown) => string> {
  const { XMLBuilder } = await import('fast-xml-parser');
  const builder = new XMLBuilder({ format: false, suppressEmptyNode: false, processEntities: true });
  return (body) => `<?xml version="1.0"?>\n${builder.build({ [root]: toElements(body, root) })}\n`;
}

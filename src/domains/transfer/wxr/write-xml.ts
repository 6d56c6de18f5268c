/** Characters that XML 1.0 cannot contain: most control characters, unpaired surrogates, U+FFFE and U+FFFF. */
export const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Writes texts so that every XML parser restores them exactly, including line ends of all kinds. */
export interface XmlWriter {
  /** Returns the text as a CDATA section. */
  cdata(text: string): string;
  /** Returns the trimmed text as a CDATA section. Trims after dropping characters, which may leave spaces at the ends. */
  trimmed(text: string): string;
  /** Returns the text as character data. */
  text(text: string): string;
  /** Returns the text as an attribute value for double quotes. */
  attribute(text: string): string;
  /** Returns the number of dropped characters that XML cannot contain. */
  leftOut(): number;
}

/** Creates a writer with a new count of dropped characters. */
export function xmlWriter(): XmlWriter {
  let left = 0;
  const writable = (text: string) =>
    text.replace(UNWRITABLE, () => {
      left += 1;
      return '';
    });
  const escape = (text: string, signs: RegExp) => writable(text).replace(signs, (sign) => entities[sign] ?? sign);
  // Parsers read a carriage return as a line feed unless it is a reference, which CDATA cannot contain.
  const section = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
  return {
    cdata: (text) => section(writable(text)),
    trimmed: (text) => section(writable(text).trim()),
    text: (text) => escape(text, /[&<>\r]/g),
    attribute: (text) => escape(text, /[&<>"\t\n\r]/g),
    leftOut: () => left,
  };
}

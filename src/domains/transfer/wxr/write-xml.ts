/** What XML 1.0 has no way to write: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
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

/** Writes texts so that every XML parser gives them back sign by sign, line ends of all sorts included. */
export interface XmlWriter {
  /** As a CDATA section. */
  cdata(text: string): string;
  /** As a CDATA section, for texts that are stored without blanks around them: what is left out must not leave some behind. */
  trimmed(text: string): string;
  /** As character data. */
  text(text: string): string;
  /** As the value of an attribute in double quotes. */
  attribute(text: string): string;
  /** How many signs had to be left out, because XML cannot hold them. */
  leftOut(): number;
}

/** A writer that counts from zero. */
export function xmlWriter(): XmlWriter {
  let left = 0;
  const writable = (text: string) =>
    text.replace(UNWRITABLE, () => {
      left += 1;
      return '';
    });
  const escape = (text: string, signs: RegExp) => writable(text).replace(signs, (sign) => entities[sign] ?? sign);
  // A parser reads a carriage return as a line feed unless it is written as a reference, which CDATA cannot hold.
  const section = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
  return {
    cdata: (text) => section(writable(text)),
    trimmed: (text) => section(writable(text).trim()),
    text: (text) => escape(text, /[&<>\r]/g),
    attribute: (text) => escape(text, /[&<>"\t\n\r]/g),
    leftOut: () => left,
  };
}

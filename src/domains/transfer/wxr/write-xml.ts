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

/** Formats strings so that every XML parser restores them exactly, including all kinds of line ends. */
export interface XmlWriter {
  /** Returns the string as a CDATA section. */
  cdata(text: string): string;
  /** Returns the string as a CDATA section. Trims it after dropping characters, because that may leave spaces at the ends. */
  trimmed(text: string): string;
  /** Returns the string as character data. */
  text(text: string): string;
  /** Returns the string as an attribute value for double quotes. */
  attribute(text: string): string;
  /** Returns the number of characters that were dropped because XML cannot contain them. */
  droppedCharacters(): number;
}

/** Creates a writer, which counts the characters that it drops. */
export function createXmlWriter(): XmlWriter {
  let dropped = 0;
  const dropUnwritable = (text: string) =>
    text.replace(UNWRITABLE, () => {
      dropped += 1;
      return '';
    });
  const escape = (text: string, characters: RegExp) =>
    dropUnwritable(text).replace(characters, (character) => entities[character] ?? character);
  // parsers read a carriage return as a line feed unless it is a character reference, which CDATA cannot contain
  const toCdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
  return {
    cdata: (text) => toCdata(dropUnwritable(text)),
    trimmed: (text) => toCdata(dropUnwritable(text).trim()),
    text: (text) => escape(text, /[&<>\r]/g),
    attribute: (text) => escape(text, /[&<>"\t\n\r]/g),
    droppedCharacters: () => dropped,
  };
}

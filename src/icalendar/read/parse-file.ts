import ICAL from 'ical.js';
import { BrokenFile } from '../../transfer/broken-file.ts';

/** A component of the format. */
export type Component = InstanceType<typeof ICAL.Component>;

/** A calendar file, taken apart. */
export interface ParsedFile {
  calendars: readonly Component[];
  /** Lines of the `BEGIN:VEVENT`s, in the order of the file. */
  eventLines: readonly number[];
}

interface LogicalLine {
  text: string;
  line: number;
}

function unfold(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1);
    else if (line.trim() !== '') lines.push({ text: line, line: i + 1 });
  }
  return lines;
}

/** Whether BEGIN and END belong together; throws BrokenFile with the line where they do not. */
function checkNesting(lines: readonly LogicalLine[]): void {
  const open: string[] = [];
  for (const { text, line } of lines) {
    const [, word = '', name = ''] = /^(BEGIN|END):\s*([A-Z0-9-]+)\s*$/i.exec(text) ?? [];
    const upper = name.toUpperCase();
    if (open.length === 0 && !(word.toUpperCase() === 'BEGIN' && upper === 'VCALENDAR'))
      throw new BrokenFile(line, 'this is no calendar: it does not begin with BEGIN:VCALENDAR');
    if (word.toUpperCase() === 'BEGIN') open.push(upper);
    else if (word !== '' && open.pop() !== upper) throw new BrokenFile(line, `END:${name} ends something that did not begin`);
  }
  if (open.length > 0) throw new BrokenFile(lines.at(-1)?.line ?? 1, `the file ends before END:${open.at(-1)}`);
}

/** Some programs leave out that a value is a date; the parser would refuse the file. */
function sayingDate(text: string): string {
  return text.replace(/^(DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE)((?:;(?!VALUE=)[^:;]*)*):(\d{8})$/i, '$1$2;VALUE=DATE:$3');
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** Throws BrokenFile with the first line that the parser refuses by itself. */
function blame(lines: readonly LogicalLine[], error: unknown): never {
  for (const { text, line } of lines) {
    if (/^(?:BEGIN|END):/i.test(text)) continue;
    try {
      ICAL.parse.property(text);
    } catch (fault) {
      throw new BrokenFile(line, reasonOf(fault));
    }
  }
  throw new BrokenFile(lines[0]?.line ?? 1, reasonOf(error));
}

/** Takes a calendar file apart. Throws BrokenFile, with the line and the reason, for one that is none. */
export function parseFile(source: string): ParsedFile {
  const text = source.replace(/^\uFEFF/, '');
  const lines = unfold(text);
  if (lines.length === 0) throw new BrokenFile(1, 'the file is empty');
  checkNesting(lines);
  const eventLines = lines.filter((line) => /^BEGIN:\s*VEVENT\s*$/i.test(line.text)).map(({ line }) => line);
  try {
    const parsed = ICAL.parse(lines.map((line) => sayingDate(line.text)).join('\r\n')) as unknown[];
    const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as [string, unknown[], unknown[]][];
    return { calendars: roots.map((root) => new ICAL.Component(root)), eventLines };
  } catch (error) {
    blame(lines, error);
  }
}

/** The first value of a property as text; empty when there is none. */
export function textOf(component: Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : value === null ? '' : String(value as { toString(): string });
}

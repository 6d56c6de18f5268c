import ICAL from 'ical.js';
import { BrokenFile } from '#app/domains/transfer/broken-file.ts';

/** A component of the format. */
export type Component = InstanceType<typeof ICAL.Component>;

/** A calendar file, taken apart. */
export interface ParsedFile {
  calendars: readonly Component[];
  /** Lines of the `BEGIN:VEVENT`s, in the order of the file. */
  eventLines: readonly number[];
  /** What was left out. */
  broken: readonly BrokenPart[];
}

/** A component with a line that cannot be read, or such a line of the calendar itself (without a name). */
export interface BrokenPart {
  name: string;
  /** Where it begins. */
  line: number;
  badLine: number;
  reason: string;
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

const isFrame = (text: string) => /^(?:BEGIN|END):/i.test(text);

/** Why the parser refuses a line by itself; null when it does not. */
function faultOf({ text }: LogicalLine): string | null {
  if (isFrame(text)) return null;
  try {
    ICAL.parse.property(sayingDate(text));
    return null;
  } catch (fault) {
    return reasonOf(fault);
  }
}

/** A component of the file: the places of its first and last line. */
interface Span {
  name: string;
  first: number;
  last: number;
  depth: number;
}

/** The components below the calendars, inner ones after those around them. */
function spansOf(lines: readonly LogicalLine[]): Span[] {
  const open: Span[] = [];
  const spans: Span[] = [];
  for (const [at, { text }] of lines.entries()) {
    const [, word = '', name = ''] = /^(BEGIN|END):\s*([A-Z0-9-]+)\s*$/i.exec(text) ?? [];
    if (word.toUpperCase() === 'BEGIN') {
      const span = { name: name.toUpperCase(), first: at, last: at, depth: open.length };
      open.push(span);
      spans.push(span);
    } else if (word !== '') {
      const ended = open.pop();
      if (ended) ended.last = at;
    }
  }
  return spans.filter(({ depth }) => depth > 0);
}

/** What of a zone's description is broken makes all of it worthless. */
const losesWhole = (span: Span, spans: readonly Span[]): Span =>
  spans.find(({ name, first, last }) => name === 'VTIMEZONE' && first <= span.first && span.last <= last) ?? span;

/**
 * Takes out what the parser refuses: with a broken line goes the component it stands in; one that stands in none goes alone. Answers the other lines, and what went.
 */
function withoutBroken(lines: readonly LogicalLine[]): { kept: LogicalLine[]; broken: BrokenPart[] } {
  const spans = spansOf(lines);
  const gone = new Set<number>();
  const broken: BrokenPart[] = [];
  for (const [at, one] of lines.entries()) {
    const reason = gone.has(at) ? null : faultOf(one);
    if (reason === null) continue;
    const inner = spans.findLast(({ first, last }) => first < at && at < last);
    const span = inner && losesWhole(inner, spans);
    for (let i = span?.first ?? at; i <= (span?.last ?? at); i += 1) gone.add(i);
    broken.push({ name: span?.name ?? '', line: lines[span?.first ?? at]?.line ?? one.line, badLine: one.line, reason });
  }
  return { kept: lines.filter((_, at) => !gone.has(at)), broken };
}

function parsed(lines: readonly LogicalLine[]): Component[] {
  const roots = ICAL.parse(lines.map((line) => sayingDate(line.text)).join('\r\n')) as unknown[];
  return ((typeof roots[0] === 'string' ? [roots] : roots) as [string, unknown[], unknown[]][]).map((root) => new ICAL.Component(root));
}

const linesOfEvents = (lines: readonly LogicalLine[]) =>
  lines.filter((line) => /^BEGIN:\s*VEVENT\s*$/i.test(line.text)).map(({ line }) => line);

/** Takes a calendar file apart; a line that cannot be read costs its component. Throws BrokenFile, with the line and the reason, for a file that is none. */
export function parseFile(source: string): ParsedFile {
  const text = source.replace(/^\uFEFF/, '');
  const lines = unfold(text);
  if (lines.length === 0) throw new BrokenFile(1, 'the file is empty');
  checkNesting(lines);
  try {
    return { calendars: parsed(lines), eventLines: linesOfEvents(lines), broken: [] };
  } catch (error) {
    const { kept, broken } = withoutBroken(lines);
    if (broken.length === 0) throw new BrokenFile(lines[0]?.line ?? 1, reasonOf(error));
    return { calendars: parsed(kept), eventLines: linesOfEvents(kept), broken };
  }
}

/** The first value of a property as text; empty when there is none. */
export function textOf(component: Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : value === null ? '' : String(value as { toString(): string });
}

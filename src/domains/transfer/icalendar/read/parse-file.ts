import { BrokenFileError } from '#app/domains/transfer/broken-file.ts';
import { parseProperty, type Property, unescapeText } from './property.ts';
import { type LineFault, readLines } from './read-lines.ts';
import { InvalidValueError } from './value-fault.ts';

/** A component of a calendar file. */
export interface Component {
  name: string;
  /** Number of the line with its BEGIN. */
  line: number;
  properties: Property[];
  children: Component[];
}

/** An omitted line, and the component that contains it. */
export interface ComponentFault extends LineFault {
  component: Component | null;
}

/** A parsed calendar file. */
export interface ParsedFile {
  calendars: readonly Component[];
  faults: readonly ComponentFault[];
}

const BEGIN_OR_END = /^\s*(BEGIN|END)\s*:\s*([A-Z0-9-]+)\s*$/i;
const MAX_DETAIL_LENGTH = 200;

const UNREADABLE_LINE = 'a line cannot be read: it was left out';
const MISSING_END = 'its END line is missing: it ends at the next component';

/** The open components during parsing. */
class OpenComponents {
  readonly calendars: Component[] = [];
  readonly faults: ComponentFault[] = [];
  readonly #open: Component[] = [];

  get innermost(): Component | undefined {
    return this.#open.at(-1);
  }

  addFault(line: number, reason: string, detail = ''): void {
    this.faults.push({ line, reason, detail: detail.slice(0, MAX_DETAIL_LENGTH), component: this.innermost ?? null });
  }

  begin(name: string, line: number): void {
    // calendars and events cannot be nested in themselves
    const openIndex = ['VCALENDAR', 'VEVENT'].includes(name) ? this.#open.findIndex((component) => component.name === name) : -1;
    if (openIndex !== -1) this.#closeFrom(openIndex, line);
    if (name !== 'VCALENDAR' && this.#open.length === 0) {
      const last = this.calendars.at(-1);
      if (last) this.#open.push(last);
      else this.#add({ name: 'VCALENDAR', line, properties: [], children: [] });
    }
    this.#add({ name, line, properties: [], children: [] });
  }

  end(name: string, line: number): void {
    const index = this.#open.findLastIndex((component) => component.name === name);
    if (index === -1) this.addFault(line, UNREADABLE_LINE, `line ${line}: END:${name} has no matching BEGIN`);
    else {
      this.#closeFrom(index + 1, line);
      this.#open.pop();
    }
  }

  #add(component: Component): void {
    (this.innermost?.children ?? this.calendars).push(component);
    this.#open.push(component);
  }

  #closeFrom(index: number, line: number): void {
    while (this.#open.length > index) {
      this.addFault(line, MISSING_END, this.innermost?.name);
      this.#open.pop();
    }
  }
}

function readLine(open: OpenComponents, text: string, line: number): void {
  if (!open.innermost) {
    open.addFault(line, 'a line outside the calendar was left out', text);
    return;
  }
  try {
    open.innermost.properties.push(parseProperty(text));
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    open.addFault(line, UNREADABLE_LINE, `line ${line}: ${error.message}`);
  }
}

/** Parses a calendar file and omits unreadable lines. Throws `BrokenFileError`, with line and reason, if it is not a calendar file. */
export function parseFile(bytes: Buffer): ParsedFile {
  const { lines, faults } = readLines(bytes);
  const [first] = lines;
  if (!first) throw new BrokenFileError(1, 'the file is empty');
  const beginsAndEnds = lines.map(({ text }) =>
    BEGIN_OR_END.exec(text)
      ?.slice(1)
      .map((part) => part.toUpperCase()),
  );
  if (!beginsAndEnds.some((beginOrEnd) => beginOrEnd?.[0] === 'BEGIN' && beginOrEnd[1] === 'VCALENDAR'))
    throw new BrokenFileError(first.line, 'this is not a calendar: it has no BEGIN:VCALENDAR');
  const open = new OpenComponents();
  for (const [i, { text, line }] of lines.entries()) {
    const [keyword, name = ''] = beginsAndEnds[i] ?? [];
    if (keyword === 'BEGIN') open.begin(name, line);
    else if (keyword === 'END') open.end(name, line);
    else readLine(open, text, line);
  }
  if (open.innermost) throw new BrokenFileError(lines.at(-1)?.line ?? 1, `the file ends before END:${open.innermost.name}`);
  return { calendars: open.calendars, faults: [...faults.map((fault) => ({ ...fault, component: null })), ...open.faults] };
}

/** Returns the properties with this name in upper case. */
export const listProperties = (component: Component, name: string) => component.properties.filter((property) => property.name === name);

/** Returns the first property with this name in upper case; undefined if it does not exist. */
export const findProperty = (component: Component, name: string) => component.properties.find((property) => property.name === name);

/** Returns the decoded and trimmed value of the first property with this name; empty if it does not exist. */
export function getText(component: Component, name: string): string {
  return unescapeText(findProperty(component, name)?.value ?? '').trim();
}

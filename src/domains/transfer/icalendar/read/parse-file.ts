import { BrokenFile } from '#app/domains/transfer/broken-file.ts';
import { parseProperty, type Property, unescapeText } from './property.ts';
import { type LineFault, readLines } from './read-lines.ts';
import { ValueFault } from './value-fault.ts';

/** A component of a calendar file. */
export interface Component {
  name: string;
  /** Line of its start. */
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

const FRAME = /^\s*(BEGIN|END)\s*:\s*([A-Z0-9-]+)\s*$/i;
const LONGEST_DETAIL = 200;

const LEFT_OUT = 'a line cannot be read: it was left out';
const NO_END = 'its end is missing: it ends where the next one begins';

/** The open components during parsing. */
class OpenComponents {
  readonly calendars: Component[] = [];
  readonly faults: ComponentFault[] = [];
  readonly #open: Component[] = [];

  get innermost(): Component | undefined {
    return this.#open.at(-1);
  }

  fault(line: number, reason: string, detail = ''): void {
    this.faults.push({ line, reason, detail: detail.slice(0, LONGEST_DETAIL), component: this.innermost ?? null });
  }

  begin(name: string, line: number): void {
    // calendars and events cannot be nested in themselves
    const same = ['VCALENDAR', 'VEVENT'].includes(name) ? this.#open.findIndex((one) => one.name === name) : -1;
    if (same !== -1) this.#closeFrom(same, line);
    if (name !== 'VCALENDAR' && this.#open.length === 0) {
      const last = this.calendars.at(-1);
      if (last) this.#open.push(last);
      else this.#add({ name: 'VCALENDAR', line, properties: [], children: [] });
    }
    this.#add({ name, line, properties: [], children: [] });
  }

  end(name: string, line: number): void {
    const at = this.#open.findLastIndex((one) => one.name === name);
    if (at === -1) this.fault(line, LEFT_OUT, `line ${line}: END:${name} ends something that did not begin`);
    else {
      this.#closeFrom(at + 1, line);
      this.#open.pop();
    }
  }

  #add(component: Component): void {
    (this.innermost?.children ?? this.calendars).push(component);
    this.#open.push(component);
  }

  #closeFrom(at: number, line: number): void {
    while (this.#open.length > at) {
      this.fault(line, NO_END, this.innermost?.name);
      this.#open.pop();
    }
  }
}

function readLine(open: OpenComponents, text: string, line: number): void {
  if (!open.innermost) {
    open.fault(line, 'a line outside of the calendar: it was left out', text);
    return;
  }
  try {
    open.innermost.properties.push(parseProperty(text));
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    open.fault(line, LEFT_OUT, `line ${line}: ${error.message}`);
  }
}

/** Parses a calendar file and omits unreadable lines. Throws BrokenFile, with line and reason, if it is not a calendar file. */
export function parseFile(bytes: Buffer): ParsedFile {
  const { lines, faults } = readLines(bytes);
  const [first] = lines;
  if (!first) throw new BrokenFile(1, 'the file is empty');
  const frames = lines.map(({ text }) =>
    FRAME.exec(text)
      ?.slice(1)
      .map((word) => word.toUpperCase()),
  );
  if (!frames.some((frame) => frame?.[0] === 'BEGIN' && frame[1] === 'VCALENDAR'))
    throw new BrokenFile(first.line, 'this is not a calendar: it does not begin with BEGIN:VCALENDAR');
  const open = new OpenComponents();
  for (const [i, { text, line }] of lines.entries()) {
    const [word, name = ''] = frames[i] ?? [];
    if (word === 'BEGIN') open.begin(name, line);
    else if (word === 'END') open.end(name, line);
    else readLine(open, text, line);
  }
  if (open.innermost) throw new BrokenFile(lines.at(-1)?.line ?? 1, `the file ends before END:${open.innermost.name}`);
  return { calendars: open.calendars, faults: [...faults.map((fault) => ({ ...fault, component: null })), ...open.faults] };
}

/** Returns the properties with a name in capitals. */
export const propertiesOf = (component: Component, name: string) => component.properties.filter((one) => one.name === name);

/** Returns the first property with a name; undefined if it does not exist. */
export const propertyOf = (component: Component, name: string) => component.properties.find((one) => one.name === name);

/** Returns the first value of a property as text; empty if it does not exist. */
export function textOf(component: Component, name: string): string {
  return unescapeText(propertyOf(component, name)?.value ?? '').trim();
}

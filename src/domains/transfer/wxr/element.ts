import type { Space } from './names.ts';

/** An element of the file with its descendants. */
export interface Element {
  space: Space;
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  /** Text of the element, without the text of its children. */
  text: string;
  children: Element[];
}

/** Returns the first child with this name, or undefined. */
function findChild(element: Element, space: Space, name: string): Element | undefined {
  return element.children.find((child) => child.space === space && child.name === name);
}

/** Returns the raw text of the first child with this name; empty if missing. */
export function getText(element: Element, space: Space, name: string): string {
  return findChild(element, space, name)?.text ?? '';
}

/** Returns the trimmed text of the first child with this name; empty if missing. */
export function getTrimmedText(element: Element, space: Space, name: string): string {
  return getText(element, space, name).trim();
}

/** Returns all children with this name. */
export function listChildren(element: Element, space: Space, name: string): Element[] {
  return element.children.filter((child) => child.space === space && child.name === name);
}

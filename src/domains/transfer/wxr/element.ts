import type { Space } from './names.ts';

/** An element of the file with everything below it. */
export interface Element {
  space: Space;
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of the elements within. */
  text: string;
  children: Element[];
}

/** The first child of that name, or undefined. */
function childOf(element: Element, space: Space, name: string): Element | undefined {
  return element.children.find((child) => child.space === space && child.name === name);
}

/** The text of the first child of that name as written; empty when none exists. */
export function textOf(element: Element, space: Space, name: string): string {
  return childOf(element, space, name)?.text ?? '';
}

/** The same without surrounding blanks: for numbers, words, dates and addresses. */
export function wordOf(element: Element, space: Space, name: string): string {
  return textOf(element, space, name).trim();
}

/** All children of that name. */
export function childrenOf(element: Element, space: Space, name: string): Element[] {
  return element.children.filter((child) => child.space === space && child.name === name);
}

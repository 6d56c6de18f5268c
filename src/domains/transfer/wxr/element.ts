import type { XmlNamespace } from './names.ts';

/** An element of the file with its descendants. */
export interface XmlElement {
  namespace: XmlNamespace;
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  /** Text of the element, without the text of its children. */
  text: string;
  children: XmlElement[];
}

/** Returns the first child with this name, or undefined. */
function findChild(element: XmlElement, namespace: XmlNamespace, name: string): XmlElement | undefined {
  return element.children.find((child) => child.namespace === namespace && child.name === name);
}

/** Returns the raw text of the first child with this name; empty if missing. */
export function getText(element: XmlElement, namespace: XmlNamespace, name: string): string {
  return findChild(element, namespace, name)?.text ?? '';
}

/** Returns the trimmed text of the first child with this name; empty if missing. */
export function getTrimmedText(element: XmlElement, namespace: XmlNamespace, name: string): string {
  return getText(element, namespace, name).trim();
}

/** Returns all children with this name. */
export function listChildren(element: XmlElement, namespace: XmlNamespace, name: string): XmlElement[] {
  return element.children.filter((child) => child.namespace === namespace && child.name === name);
}

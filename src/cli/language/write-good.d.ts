declare module 'write-good' {
  interface Suggestion {
    index: number;
    offset: number;
    reason: string;
  }
  /** Returns what may be wrong with the text; an option that is false switches a check off. */
  export default function writeGood(text: string, options?: Readonly<Record<string, boolean>>): Suggestion[];
}

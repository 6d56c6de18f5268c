declare module 'write-good' {
  interface Suggestion {
    index: number;
    offset: number;
    reason: string;
  }
  /** Returns possible faults of a text. A false option disables a check. */
  export default function writeGood(text: string, options?: Readonly<Record<string, boolean>>): Suggestion[];
}

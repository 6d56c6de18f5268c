/** A cookie that an answer sets or, with an empty value and no time to live, takes back. */
export interface CookieChange {
  name: string;
  value: string;
  /** Seconds; 0 = gone at once. */
  maxAge: number;
}

/** The cookies of a request, and what its answer does to them. Scripts of a page cannot read cookies that are set so. */
export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, maxAge: number): void;
  clear(name: string): void;
  /** What the answer has to carry, the last change of each name. */
  changes(): readonly CookieChange[];
}

/** The cookies that a request came with. */
export function cookiesOf(sent: Readonly<Record<string, string | undefined>>): Cookies {
  const changed = new Map<string, CookieChange>();
  return {
    get: (name) => changed.get(name)?.value ?? sent[name],
    set: (name, value, maxAge) => void changed.set(name, { name, value, maxAge }),
    clear: (name) => void changed.set(name, { name, value: '', maxAge: 0 }),
    changes: () => [...changed.values()],
  };
}

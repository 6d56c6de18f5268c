/** How a cookie is kept, where that differs from the usual: out of reach of scripts, sent along when someone follows a link here, of this host alone. */
export interface CookieForm {
  /** Scripts of a page may read it. */
  isForScripts?: boolean;
  sameSite?: 'lax' | 'strict' | 'none';
  /** The host and its subdomains. */
  domain?: string;
}

/** A cookie that a response sets or, with an empty value and no time to live, takes back. */
export interface CookieChange extends CookieForm {
  name: string;
  value: string;
  /** Seconds; 0 = gone at once. */
  maxAge: number;
}

/** The cookies of a request, and what its response does to them. */
export interface Cookies {
  get(name: string): string | undefined;
  /** Names of all that came with the request. */
  names(): readonly string[];
  set(name: string, value: string, maxAge: number, form?: CookieForm): void;
  clear(name: string, form?: CookieForm): void;
  /** What the response has to carry, the last change of each name. */
  changes(): readonly CookieChange[];
}

/** The cookies that a request came with. */
export function cookiesOf(sent: Readonly<Record<string, string | undefined>>): Cookies {
  const changed = new Map<string, CookieChange>();
  return {
    get: (name) => changed.get(name)?.value ?? sent[name],
    names: () => Object.keys(sent),
    set: (name, value, maxAge, form) => void changed.set(name, { ...form, name, value, maxAge }),
    clear: (name, form) => void changed.set(name, { ...form, name, value: '', maxAge: 0 }),
    changes: () => [...changed.values()],
  };
}

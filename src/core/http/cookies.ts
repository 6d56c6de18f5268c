/** Attributes of a cookie that differ from the default: HttpOnly, SameSite=Lax and this host only. */
export interface CookieOptions {
  /** True if scripts of a page may read it. */
  isForScripts?: boolean;
  sameSite?: 'lax' | 'strict' | 'none';
  /** Domain whose hosts get the cookie, including subdomains. */
  domain?: string;
}

/** A cookie to set or, with an empty value and `maxAge` 0, to delete. */
export interface CookieChange extends CookieOptions {
  name: string;
  value: string;
  /** Lifetime in seconds; 0 deletes the cookie. */
  maxAge: number;
}

/** The cookies of a request, and changes for its response. */
export interface Cookies {
  get(name: string): string | undefined;
  /** Returns the names of the cookies in the request. */
  getNames(): readonly string[];
  set(name: string, value: string, maxAge: number, options?: CookieOptions): void;
  clear(name: string, options?: CookieOptions): void;
  /** Returns the changes for the response, the last one for each name. */
  getChanges(): readonly CookieChange[];
}

/** Creates `Cookies` from the cookies of a request. */
export function createCookies(requestCookies: Readonly<Record<string, string | undefined>>): Cookies {
  const changed = new Map<string, CookieChange>();
  return {
    get: (name) => changed.get(name)?.value ?? requestCookies[name],
    getNames: () => Object.keys(requestCookies),
    set: (name, value, maxAge, options) => void changed.set(name, { ...options, name, value, maxAge }),
    clear: (name, options) => void changed.set(name, { ...options, name, value: '', maxAge: 0 }),
    getChanges: () => [...changed.values()],
  };
}

/** Attributes of a cookie. By default, a cookie is HttpOnly, SameSite=Lax and only for this host. */
export interface CookieOptions {
  /** True if scripts of a page may read the cookie. */
  isForScripts?: boolean;
  sameSite?: 'lax' | 'strict' | 'none';
  /** Domain whose hosts get the cookie. Includes all subdomains. */
  domain?: string;
}

/** A cookie to set or, with an empty value and `maxAge` 0, to delete. */
export interface CookieChange extends CookieOptions {
  name: string;
  value: string;
  /** Lifetime in seconds; 0 deletes the cookie. */
  maxAge: number;
}

/** The cookies of a request, and the cookies to set or delete with its response. */
export interface Cookies {
  get(name: string): string | undefined;
  /** Returns the names of the cookies in the request. */
  getNames(): readonly string[];
  set(name: string, value: string, maxAge: number, options?: CookieOptions): void;
  clear(name: string, options?: CookieOptions): void;
  /** Returns the changes for the response. If a name was changed several times, only its last change. */
  getChanges(): readonly CookieChange[];
}

/** Creates the `Cookies` of a request. */
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

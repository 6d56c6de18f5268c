import type { Plugin } from 'rolldown';

/** Stands for `node:http` in the build. */
const HTTP = '\0http';

/** Where packages ask for the globals of the Fetch API though nobody gave them any, and how they are asked only where one may have been given. */
const LATER: [file: RegExp, pattern: RegExp, later: string][] = [
  // the table for callers who bring requests of that kind
  [
    /@whatwg-node\/server\/.*createServerAdapter\.js$/,
    /(\w+): (globalThis\.(?:fetch|Request|Response|Headers|FormData)),/g,
    'get $1() { return $2; },',
  ],
  // whether the servers are made with a ponyfill: both are
  [/@whatwg-node\/server\/.*createServerAdapter\.js$/, /\b\w+\.Request !== globalThis\.Request\b/g, 'true'],
  [
    /@fastify\/compress\/lib\/utils\.js$/,
    /\bobj instanceof Response\b/g,
    "Object.prototype.toString.call(obj) === '[object Response]' && obj instanceof Response",
  ],
];

/**
 * Keeps a start and first responses from loading the Fetch API inside Node, 14 MB and 50 ms: `import` of `node:http` reads all its exports, one of which
 * loads it, so the build takes the module as `require` does, unread; and packages ask for its globals later, or never.
 */
export const withoutFetch: Plugin = {
  name: 'without-fetch',
  resolveId: (id) => (id === 'http' || id === 'node:http' ? HTTP : null),
  load: (id) => (id === HTTP ? `module.exports = process.getBuiltinModule('node:http');` : null),
  transform(code, id) {
    let later = code;
    for (const [file, pattern, replacement] of LATER)
      if (file.test(id.replaceAll('\\', '/'))) later = later.replaceAll(pattern, replacement);
    return later === code ? null : { code: later, map: null };
  },
};

/** Compiled rules of content blockers, by rule. Null for a rule that matches no URL. */
const patterns = new Map<string, RegExp | null>();
const MAX_PATTERNS = 5_000;

/** Rules that select elements, such as `a[href]` and `div[class="x"]`. They never match a URL. */
const SELECTOR = /^[a-z*][\w-]*(?:\[[^\]]+\])+$/i;

function compileRule(rule: string): RegExp | null {
  const text = rule.trim();
  if (text === '' || SELECTOR.test(text)) return null;
  return new RegExp(
    `^${text
      .split(/\*+/)
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'is',
  );
}

/** True if the whole URL matches a rule, ignoring case. `*` matches any string. */
function matchesRule(rule: string, url: string): boolean {
  let pattern = patterns.get(rule);
  if (pattern === undefined) {
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(rule, (pattern = compileRule(rule)));
  }
  return pattern?.test(url) ?? false;
}

/** True if the URL matches one of the rules. */
export const matchesAny = (rules: readonly string[], url: string): boolean => rules.some((rule) => matchesRule(rule, url));

const known = new Map<string, RegExp | null>();
const MAX_KNOWN = 5_000;

/** Rules for elements (`a[href]`, `div[class="x"]`) do not match addresses. */
const SELECTOR = /^[a-z*][\w-]*(?:\[[^\]]+\])+$/i;

function compile(rule: string): RegExp | null {
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

/** True if the whole address matches a rule, ignoring case. `*` matches any text. */
function matchesRule(rule: string, address: string): boolean {
  let pattern = known.get(rule);
  if (pattern === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(rule, (pattern = compile(rule)));
  }
  return pattern?.test(address) ?? false;
}

/** True if the address matches one of the rules. */
export const matchesAny = (rules: readonly string[], address: string): boolean => rules.some((rule) => matchesRule(rule, address));

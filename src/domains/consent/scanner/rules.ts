const known = new Map<string, RegExp | null>();
const MAX_KNOWN = 5_000;

/** A rule for elements (`a[href]`, `div[class="x"]`) says nothing of addresses. */
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

/** Whether an address fits a rule: `*` stands for any run of characters, the whole address counts, upper and lower case do not. */
function fitsRule(rule: string, address: string): boolean {
  let pattern = known.get(rule);
  if (pattern === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(rule, (pattern = compile(rule)));
  }
  return pattern?.test(address) ?? false;
}

/** Whether an address fits one of the rules. */
export const fitsAny = (rules: readonly string[], address: string): boolean => rules.some((rule) => fitsRule(rule, address));

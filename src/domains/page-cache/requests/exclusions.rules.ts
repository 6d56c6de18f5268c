import { type PageCacheSettings } from '../settings/settings.ts';

interface Exclusions {
  paths: readonly RegExp[];
  files: ReadonlySet<string>;
  agents: readonly string[];
}

const compiled = new WeakMap<PageCacheSettings, Exclusions>();

/** A pattern that an operator wrote; an invalid one is a plain part of a path. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  }
}

/** The settings never change themselves: a changed value is another object. */
function exclusionsOf(settings: PageCacheSettings): Exclusions {
  let known = compiled.get(settings);
  if (!known) {
    known = {
      paths: settings.rejectedPaths.map(patternOf),
      files: new Set(settings.acceptedFiles),
      agents: settings.rejectedAgents.map((agent) => agent.toLowerCase()),
    };
    compiled.set(settings, known);
  }
  return known;
}

/** Whether responses at the path are never kept. */
export function isRejectedPath(settings: PageCacheSettings, path: string): boolean {
  const { paths, files } = exclusionsOf(settings);
  return !files.has(path.slice(path.lastIndexOf('/') + 1)) && paths.some((pattern) => pattern.test(path));
}

/** Whether the program that asks gets no kept responses. */
export function isRejectedAgent(settings: PageCacheSettings, agent: string): boolean {
  const { agents } = exclusionsOf(settings);
  if (agents.length === 0) return false;
  const name = agent.toLowerCase();
  return agents.some((one) => name.includes(one));
}

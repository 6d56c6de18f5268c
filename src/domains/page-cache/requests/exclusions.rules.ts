import { rememberLast } from '#app/core/async/remember-last.ts';
import type { Site } from '#app/site.ts';
import { type PageCacheSettings, pageCacheSetting } from '../settings/settings.ts';

interface Exclusions {
  paths: readonly RegExp[];
  files: ReadonlySet<string>;
  agents: readonly string[];
}

/** A pattern that an operator wrote; an invalid one is a plain part of a path. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  }
}

const reading = () =>
  rememberLast(
    (settings: PageCacheSettings): Exclusions => ({
      paths: settings.rejectedPaths.map(patternOf),
      files: new Set(settings.acceptedFiles),
      agents: settings.rejectedAgents.map((agent) => agent.toLowerCase()),
    }),
  );

/** What the settings of a site leave out. */
export const exclusionsOf = ({ state, settings }: Pick<Site, 'settings' | 'state'>): Exclusions =>
  state.of(reading)(settings.get(pageCacheSetting));

/** Whether responses at the path are never kept. */
export function isRejectedPath({ paths, files }: Exclusions, path: string): boolean {
  return !files.has(path.slice(path.lastIndexOf('/') + 1)) && paths.some((pattern) => pattern.test(path));
}

/** Whether the program that asks gets no kept responses. */
export function isRejectedAgent({ agents }: Exclusions, agent: string): boolean {
  if (agents.length === 0) return false;
  const name = agent.toLowerCase();
  return agents.some((one) => name.includes(one));
}

import { memoizeLast } from '#app/core/async/memoize-last.ts';
import type { Site } from '#app/site.ts';
import { type PageCacheSettings, pageCacheSetting } from '../settings/settings.ts';

/** Exclusions in the settings, compiled. */
interface Exclusions {
  /** Paths that are never cached. */
  paths: readonly RegExp[];
  /** File names that are cached even if their path is excluded. */
  files: ReadonlySet<string>;
  /** Parts of the user agents that get no cached responses, in lower case. */
  agents: readonly string[];
}

/** Compiles a configured pattern. An invalid pattern is matched literally. */
function compilePattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  }
}

const createCompiler = () =>
  memoizeLast(
    (settings: PageCacheSettings): Exclusions => ({
      paths: settings.rejectedPaths.map(compilePattern),
      files: new Set(settings.acceptedFiles),
      agents: settings.rejectedAgents.map((agent) => agent.toLowerCase()),
    }),
  );

/** Returns the configured exclusions of a site. */
export const getExclusions = ({ state, settings }: Pick<Site, 'settings' | 'state'>): Exclusions =>
  state.getOrCreate(createCompiler)(settings.get(pageCacheSetting));

/** True if responses to the path are never cached. */
export function isRejectedPath({ paths, files }: Exclusions, path: string): boolean {
  return !files.has(path.slice(path.lastIndexOf('/') + 1)) && paths.some((pattern) => pattern.test(path));
}

/** True if the user agent gets no cached responses. */
export function isRejectedAgent({ agents }: Exclusions, agent: string): boolean {
  if (agents.length === 0) return false;
  const name = agent.toLowerCase();
  return agents.some((part) => name.includes(part));
}

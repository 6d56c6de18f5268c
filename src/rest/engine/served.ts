/**
 * Returns a check whether the target of a link is served. `paths` are the paths of routes with `{}` for each segment. A segment of a route matches
 * one of the link or a word (`/core/v2/types/{type}` serves `/core/v2/types/post`).
 */
export function servedPaths(paths: ReadonlySet<string>): (target: string) => boolean {
  return (target) => {
    const wanted = target.replace(/\{[\w.]+\}/g, '{}');
    if (paths.has(wanted)) return true;
    const parts = wanted.split('/');
    return [...paths].some((path) => fits(path.split('/'), parts));
  };
}

/** True if a route serves the target. The first two parts are the namespace; the collection after them may be a segment of the link. */
function fits(path: readonly string[], target: readonly string[]): boolean {
  return (
    path.length === target.length && path.every((part, i) => part === target[i] || (i > 3 ? part === '{}' : i === 3 && target[i] === '{}'))
  );
}

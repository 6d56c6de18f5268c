/**
 * Returns a function that checks whether a route serves the target of a link. `paths` are the paths of routes with `{}` for each segment. A segment
 * of a route matches a segment or a word of the link: `/core/v2/types/{type}` serves `/core/v2/types/post`.
 */
export function createServedCheck(paths: ReadonlySet<string>): (target: string) => boolean {
  return (target) => {
    const normalized = target.replace(/\{[\w.]+\}/g, '{}');
    if (paths.has(normalized)) return true;
    const parts = normalized.split('/');
    return [...paths].some((path) => matchesTarget(path.split('/'), parts));
  };
}

/** True if a route serves the target. The first two parts are the namespace. The third part, the collection, may be a segment of the link. */
function matchesTarget(path: readonly string[], target: readonly string[]): boolean {
  return (
    path.length === target.length && path.every((part, i) => part === target[i] || (i > 3 ? part === '{}' : i === 3 && target[i] === '{}'))
  );
}

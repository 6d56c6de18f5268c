/**
 * Whether a link's target is served: `paths` holds the rows' paths with `{}` for each place. A place of the link may stand where the row has
 * one, and so may a word (`/core/v2/types/post` is served by `/core/v2/types/{type}`).
 */
export function servedPaths(paths: ReadonlySet<string>): (target: string) => boolean {
  return (target) => {
    const wanted = target.replace(/\{[\w.]+\}/g, '{}');
    if (paths.has(wanted)) return true;
    const parts = wanted.split('/');
    return [...paths].some((path) => fits(path.split('/'), parts));
  };
}

/** A namespace has two parts; the collection after them may be a place of the link, which some route then serves. */
function fits(path: readonly string[], target: readonly string[]): boolean {
  return (
    path.length === target.length && path.every((part, i) => part === target[i] || (i > 3 ? part === '{}' : i === 3 && target[i] === '{}'))
  );
}

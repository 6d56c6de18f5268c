import { Failure } from '#app/core/failures/failure.ts';

const STATUS: Record<string, number> = { event: 403, venue: 400, organizer: 400 };

/** Returns the failure for a change that could not be stored: `could_not_update_` and the kind (docs/behaviour/events.md 2.6.7, 2.10). */
export function saveFailed(kind: string): Failure {
  return new Failure(`could_not_update_${kind}`, STATUS[kind] ?? 400, `The ${kind} could not be stored.`);
}

/** Awaits a change of content. Replaces the failure `empty_content` with `saveFailed(kind)`. */
export async function withSaveFailure<T>(kind: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof Failure && error.code === 'empty_content' ? saveFailed(kind) : error;
  }
}

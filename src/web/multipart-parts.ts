const BOUNDARY = /^multipart\/form-data\b.*\bboundary="?([^";]+)/i;

/** True if a multipart form has more than `limit` parts. Stops at the limit. */
export function hasMoreParts(body: Buffer, type: string | undefined, limit: number): boolean {
  const boundary = BOUNDARY.exec(type ?? '')?.[1];
  if (boundary === undefined) return false;
  // one more than the limit, because the boundary also follows the last part
  let remaining = limit + 1;
  for (let at = body.indexOf(boundary); at !== -1 && remaining >= 0; at = body.indexOf(boundary, at + boundary.length)) remaining -= 1;
  return remaining < 0;
}

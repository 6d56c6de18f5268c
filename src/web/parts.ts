const BOUNDARY = /^multipart\/form-data\b.*\bboundary="?([^";]+)/i;

/** True if a multipart form has more parts than `most`. Stops at the limit. */
export function hasMoreParts(body: Buffer, type: string | undefined, most: number): boolean {
  const boundary = BOUNDARY.exec(type ?? '')?.[1];
  if (boundary === undefined) return false;
  // the final boundary is one more
  let left = most + 1;
  for (let at = body.indexOf(boundary); at !== -1 && left >= 0; at = body.indexOf(boundary, at + boundary.length)) left -= 1;
  return left < 0;
}

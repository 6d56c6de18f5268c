const BOUNDARY = /^multipart\/form-data\b.*\bboundary="?([^";]+)/i;

/** Whether a form that is sent in parts has more of them than this many; nothing behind these is looked at. */
export function hasMoreParts(body: Buffer, type: string | undefined, most: number): boolean {
  const boundary = BOUNDARY.exec(type ?? '')?.[1];
  if (boundary === undefined) return false;
  // one more stands at the end
  let left = most + 1;
  for (let at = body.indexOf(boundary); at !== -1 && left >= 0; at = body.indexOf(boundary, at + boundary.length)) left -= 1;
  return left < 0;
}

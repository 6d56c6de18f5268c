import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseUser } from './database-user.ts';

interface CopyOptions {
  /** Owner of the copies. The user of this process by default. */
  user?: DatabaseUser | undefined;
  /** True to let every user read the copies and run programs; false for their owner only. */
  isShared?: boolean | undefined;
  /** True to save space with hard links instead of copies, for files that every user may read. */
  usesHardLinks?: boolean | undefined;
}

const EXECUTE = 0o111;

/** Copies a folder with its contents to a path that does not exist yet. */
export function copyTree(from: string, to: string, options: CopyOptions = {}): void {
  const { user, isShared = false, usesHardLinks = false } = options;
  mkdirSync(to, { mode: 0o700 });
  if (isShared) chmodSync(to, 0o755);
  if (user) chownSync(to, user.uid, user.gid);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, options);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!usesHardLinks || !tryToLink(source, target)) {
      copyFileSync(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      chmodSync(target, isShared ? 0o644 | (statSync(source).mode & 0o100 && EXECUTE) : 0o600);
      if (user) chownSync(target, user.uid, user.gid);
    }
  }
}

/** Creates a hard link if possible. Returns false if the target is on another file system, or if other users may not read or run the file. */
function tryToLink(source: string, target: string): boolean {
  const { mode } = statSync(source);
  if ((mode & 0o004) === 0 || ((mode & EXECUTE) !== 0 && (mode & 0o001) === 0)) return false;
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

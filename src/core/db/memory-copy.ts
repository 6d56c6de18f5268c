import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryFS, type PGlite } from '@electric-sql/pglite';

/** Where PGlite has its data directory. */
const PGDATA = '/pglite/data';

interface Folder {
  /** Below the data directory, with a slash before it; empty for itself. */
  path: string;
  files: { name: string; bytes: Uint8Array }[];
}

/** What stands for a file in memory (Emscripten's MEMFS); of several databases it may have the same bytes. */
interface MemoryFile {
  contents: Uint8Array | null;
  usedBytes: number;
  stream_ops: StreamOperations;
}

interface MemoryFolder {
  mount: { type: { createNode(parent: MemoryFolder, name: string, mode: number, device: number): MemoryFile } };
}

interface StreamOperations {
  write(stream: { node: MemoryFile }, ...rest: unknown[]): number;
}

/** What was read of data directories, by directory. Nothing is written into these bytes. */
const known = new Map<string, { stamp: string; folders: Folder[] }>();

/** Changes whenever a database has run on the directory: each writes its control file as it starts and as it ends. */
function stampOf(directory: string): string {
  const { ino, mtimeMs } = statSync(join(directory, 'global/pg_control'));
  return `${ino} ${mtimeMs}`;
}

/** Read once: that is most of the work, and many databases may begin with the same bytes. */
function contentsOf(directory: string): Folder[] {
  const stamp = stampOf(directory);
  const before = known.get(directory);
  if (before?.stamp === stamp) return before.folders;
  const folders: Folder[] = [];
  const read = (path: string): void => {
    const folder: Folder = { path, files: [] };
    folders.push(folder);
    for (const entry of readdirSync(join(directory, path), { withFileTypes: true })) {
      if (entry.isDirectory()) read(`${path}/${entry.name}`);
      // no Buffer: what PGlite takes a slice of must be a copy
      else folder.files.push({ name: entry.name, bytes: plain(readFileSync(join(directory, path, entry.name))) });
    }
  };
  read('');
  known.set(directory, { stamp, folders });
  return folders;
}

const plain = ({ buffer, byteOffset, length }: Buffer) => new Uint8Array(buffer, byteOffset, length);

/** Operations of a file whose bytes are others' too: the first write gives it bytes of its own. */
function copyingOnWrite(own: StreamOperations, shared: Uint8Array): StreamOperations {
  return {
    ...own,
    write(stream, ...rest) {
      const { node } = stream;
      if (node.contents === shared) node.contents = new Uint8Array(shared);
      return own.write(stream, ...rest);
    },
  };
}

/**
 * Memory with a copy of a data directory in it, of which files are only copied once something writes to them. PGlite's own way from one memory to
 * the next, a tar archive, costs several times the work and holds everything three times meanwhile.
 */
export class CopyInMemory extends MemoryFS {
  private readonly directory: string;
  constructor(directory: string) {
    super();
    this.directory = directory;
  }

  /** Asked by PGlite when its file system is there and PostgreSQL has not started. */
  override async initialSyncFs(): Promise<void> {
    fill(this.pg!, contentsOf(this.directory));
  }
}

function fill(client: PGlite, folders: readonly Folder[]): void {
  const files = client.Module.FS;
  // folders come before what is in them
  for (const { path, files: within } of folders) {
    files.mkdirTree(PGDATA + path, 0o700);
    const folder = files.lookupPath(PGDATA + path, {}).node as unknown as MemoryFolder;
    for (const { name, bytes } of within) {
      const file = folder.mount.type.createNode(folder, name, 0o100600, 0);
      file.contents = bytes;
      file.usedBytes = bytes.length;
      file.stream_ops = copyingOnWrite(file.stream_ops, bytes);
    }
  }
}

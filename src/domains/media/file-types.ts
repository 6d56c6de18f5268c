/** A kind of file that the library takes. */
export interface FileType {
  /** As it is stored and served. */
  mimeType: string;
  /** What its stored name ends with. */
  extension: string;
  /** What the check of a sender's claims goes by. */
  family: 'image' | 'audio' | 'video' | 'application';
  /** Images that are decoded and rewritten in this format of the image library; other files are kept as they came. */
  image?: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';
}

/** A type with what senders call it. */
interface KnownType extends FileType {
  /** Further endings of names. */
  endings?: readonly string[];
  /** What the content is recognized as, where that is not the stored type. */
  recognised?: readonly string[];
}

const known: readonly KnownType[] = [
  { mimeType: 'image/jpeg', extension: 'jpg', family: 'image', image: 'jpeg', endings: ['jpeg', 'jpe', 'jfif'] },
  { mimeType: 'image/png', extension: 'png', family: 'image', image: 'png', recognised: ['image/apng'] },
  { mimeType: 'image/gif', extension: 'gif', family: 'image', image: 'gif' },
  { mimeType: 'image/webp', extension: 'webp', family: 'image', image: 'webp' },
  { mimeType: 'image/avif', extension: 'avif', family: 'image', image: 'avif' },
  { mimeType: 'audio/mpeg', extension: 'mp3', family: 'audio' },
  { mimeType: 'audio/mp4', extension: 'm4a', family: 'audio', recognised: ['audio/x-m4a'], endings: ['m4b'] },
  { mimeType: 'audio/ogg', extension: 'ogg', family: 'audio', recognised: ['audio/ogg; codecs=opus'], endings: ['oga', 'opus'] },
  { mimeType: 'audio/wav', extension: 'wav', family: 'audio' },
  { mimeType: 'audio/flac', extension: 'flac', family: 'audio' },
  { mimeType: 'video/mp4', extension: 'mp4', family: 'video', recognised: ['video/x-m4v'], endings: ['m4v'] },
  { mimeType: 'video/webm', extension: 'webm', family: 'video' },
  { mimeType: 'video/ogg', extension: 'ogv', family: 'video' },
  { mimeType: 'application/pdf', extension: 'pdf', family: 'application' },
];

const byContent = new Map(known.flatMap((type) => [type.mimeType, ...(type.recognised ?? [])].map((name) => [name, type] as const)));
const byEnding = new Map(known.flatMap((type) => [type.extension, ...(type.endings ?? [])].map((name) => [name, type] as const)));

/** The type behind the ending of a name, whatever the case of its letters; undefined for one that the library does not take. */
export function typeOfEnding(ending: string): FileType | undefined {
  return byEnding.get(ending.toLowerCase());
}

/** What a file is by its content: a type of the library, an image that the library cannot work with, or nothing that it takes. */
export async function recognise(content: Buffer): Promise<FileType | 'image' | null> {
  // large, and of use to nobody who uploads nothing
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  const type = found && byContent.get(found.mime);
  if (type) return type;
  return found?.mime.startsWith('image/') ? 'image' : null;
}

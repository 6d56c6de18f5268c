/** A file type that the library accepts. */
export interface FileType {
  /** MIME type for storing and serving. */
  mimeType: string;
  /** Extension of the stored name. */
  extension: string;
  /** Family that is compared with the extension and content type that the client sent. */
  family: 'image' | 'audio' | 'video' | 'application';
  /** Format into which an image is re-encoded. Absent for other files, which are stored unchanged. */
  image?: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';
}

/** A file type with the names that clients use for it. */
interface KnownType extends FileType {
  /** Other extensions for the type. */
  otherExtensions?: readonly string[];
  /** MIME types that `file-type` may detect instead of `mimeType`. */
  detectedAs?: readonly string[];
}

const knownTypes: readonly KnownType[] = [
  { mimeType: 'image/jpeg', extension: 'jpg', family: 'image', image: 'jpeg', otherExtensions: ['jpeg', 'jpe', 'jfif'] },
  { mimeType: 'image/png', extension: 'png', family: 'image', image: 'png', detectedAs: ['image/apng'] },
  { mimeType: 'image/gif', extension: 'gif', family: 'image', image: 'gif' },
  { mimeType: 'image/webp', extension: 'webp', family: 'image', image: 'webp' },
  { mimeType: 'image/avif', extension: 'avif', family: 'image', image: 'avif' },
  { mimeType: 'audio/mpeg', extension: 'mp3', family: 'audio' },
  { mimeType: 'audio/mp4', extension: 'm4a', family: 'audio', detectedAs: ['audio/x-m4a'], otherExtensions: ['m4b'] },
  { mimeType: 'audio/ogg', extension: 'ogg', family: 'audio', detectedAs: ['audio/ogg; codecs=opus'], otherExtensions: ['oga', 'opus'] },
  { mimeType: 'audio/wav', extension: 'wav', family: 'audio' },
  { mimeType: 'audio/flac', extension: 'flac', family: 'audio' },
  { mimeType: 'video/mp4', extension: 'mp4', family: 'video', detectedAs: ['video/x-m4v'], otherExtensions: ['m4v'] },
  { mimeType: 'video/webm', extension: 'webm', family: 'video' },
  { mimeType: 'video/ogg', extension: 'ogv', family: 'video' },
  { mimeType: 'application/pdf', extension: 'pdf', family: 'application' },
];

const byContent = new Map(knownTypes.flatMap((type) => [type.mimeType, ...(type.detectedAs ?? [])].map((name) => [name, type] as const)));
const byExtension = new Map(
  knownTypes.flatMap((type) => [type.extension, ...(type.otherExtensions ?? [])].map((name) => [name, type] as const)),
);

/** Returns the type of an extension, ignoring case, or undefined if the library does not accept such files. */
export function findFileType(extension: string): FileType | undefined {
  return byExtension.get(extension.toLowerCase());
}

/** Detects the type of a file from its content. Returns an accepted type, `image` for an unsupported image, or null for any other file. */
export async function detectFileType(content: Buffer): Promise<FileType | 'image' | null> {
  // a large package, loaded only for uploads
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = await fileTypeFromBuffer(content);
  const type = detected && byContent.get(detected.mime);
  if (type) return type;
  return detected?.mime.startsWith('image/') ? 'image' : null;
}

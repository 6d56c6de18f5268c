import { updateEvent } from '#app/domains/events/calendar.service.ts';
import type { Role } from '#app/domains/identity/auth/roles.ts';
import { createViewer } from '#app/domains/identity/auth/viewer.ts';
import { type CheckedFile, checkFile } from '#app/domains/media/prepare-file.ts';
import { addCheckedFile } from '#app/domains/media/library.service.ts';
import type { Site } from '#app/site.ts';
import { demoPictures } from './demo-pictures.ts';

async function draw(drawing: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675" viewBox="0 0 1200 675">${drawing}</svg>`;
  return await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

/** Images by the slug of their event. */
type PreparedPictures = ReadonlyMap<string, { altText: string; file: CheckedFile }>;

/** Draws the images for the demo events and checks them like uploads. */
export async function prepareDemoPictures(): Promise<PreparedPictures> {
  const pictures = new Map<string, { altText: string; file: CheckedFile }>();
  // one after the other: a single decoder is fast enough while other content is created
  for (const [slug, { altText, drawing }] of Object.entries(demoPictures)) {
    const file = await checkFile({ fileName: `${slug}.jpg`, mimeType: 'image/jpeg', content: await draw(drawing) });
    pictures.set(slug, { altText, file });
  }
  return pictures;
}

/** Adds the images to the demo events, for `DEMO_DATA=small`. Call it once, after the events exist. Events with an image keep it. */
export async function seedDemoPictures(site: Site, authorId: number, prepared: Promise<PreparedPictures>): Promise<void> {
  const author = await site.db.prisma.user.findUniqueOrThrow({ where: { id: authorId } });
  const viewer = createViewer({ ...author, role: author.role as Role, extraCapabilities: {} }, 'password');
  const events = await site.db.prisma.content.findMany({
    where: { kind: 'event', slug: { in: Object.keys(demoPictures) }, featuredMediaId: null },
    select: { id: true, slug: true },
    orderBy: { id: 'asc' },
  });
  const pictures = await prepared;
  for (const { id, slug } of events) {
    const picture = pictures.get(slug ?? '');
    if (!picture) continue;
    const media = await addCheckedFile(site, viewer, picture.file, { altText: picture.altText });
    await updateEvent(site, viewer, id, { image: media.id }, { whenReversed: 'clamp', argument: 'changes' });
  }
}

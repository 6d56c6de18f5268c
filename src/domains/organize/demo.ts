import { Upload } from '#app/core/upload.ts';
import { changeEvent } from '#app/domains/events/calendar.service.ts';
import type { Role } from '#app/domains/identity/auth/roles.ts';
import { viewerOf } from '#app/domains/identity/auth/viewer.ts';
import { addMedia } from '#app/domains/media/library.service.ts';
import type { Site } from '#app/site.ts';
import { demoPictures } from './demo-pictures.ts';

async function draw(drawing: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675" viewBox="0 0 1200 675">${drawing}</svg>`;
  return await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

/** Pictures for the demo events, drawn here, for `DEMO_DATA=small`. To be called once, after those; events that have a picture keep it. */
export async function seedDemoPictures(site: Site, authorId: number): Promise<void> {
  const author = await site.db.prisma.user.findUniqueOrThrow({ where: { id: authorId } });
  const viewer = viewerOf({ ...author, role: author.role as Role, extraCapabilities: {} }, 'password');
  const events = await site.db.prisma.content.findMany({
    where: { kind: 'event', slug: { in: Object.keys(demoPictures) }, featuredMediaId: null },
    select: { id: true, slug: true },
    orderBy: { id: 'asc' },
  });
  // drawn together, in threads; put in one after the other, so that every new site numbers them alike
  const drawn = await Promise.all(
    events.flatMap(({ id, slug }) => {
      const picture = slug === null ? undefined : demoPictures[slug];
      return picture ? [draw(picture.drawing).then((content) => ({ id, slug, altText: picture.altText, content }))] : [];
    }),
  );
  for (const { id, slug, altText, content } of drawn) {
    const upload = new Upload(() => ({ fileName: `${slug}.jpg`, mimeType: 'image/jpeg', content }));
    const media = await addMedia(site, viewer, upload, { altText });
    await changeEvent(site, viewer, id, { image: media.id }, { whenReversed: 'clamp', argument: 'changes' });
  }
}

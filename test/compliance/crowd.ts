import { randomUUID } from 'node:crypto';
import type { Site } from '../../src/site.ts';

/** Number of people whose personal data the test site has. `PEOPLE` sets another number. */
export const PEOPLE = Number(process.env['PEOPLE'] ?? 300);

const date = new Date('2026-05-01T10:00:00Z');

/** Adds people with attendees, orders, comments, responses and data requests in bulk. */
export async function addCrowd(site: Site, { postId, ticketId }: { postId: number; ticketId: number }): Promise<void> {
  const { prisma } = site.db;
  const people = Array.from({ length: PEOPLE }, (_, i) => ({ name: `Guest ${i}`, email: `guest.${i}@crowd.example` }));
  await prisma.comment.createMany({
    data: people.map(({ name, email }) => ({
      contentId: postId,
      authorName: name,
      authorEmail: email,
      content: `Comment by ${name}`,
      status: 'approved',
      createdLocal: date,
      createdUtc: date,
    })),
  });
  const orders = await prisma.ticketOrder.createManyAndReturn({
    data: people.map(({ name, email }) => ({
      provider: 'tc',
      status: 'completed',
      hash: randomUUID(),
      purchaserName: name,
      purchaserEmail: email,
      totalMinor: 500n,
      currency: 'EUR',
      createdUtc: date,
      modifiedUtc: date,
    })),
    select: { id: true },
  });
  await prisma.attendee.createMany({
    data: people.map(({ name, email }, i) => ({
      ticketId,
      postId,
      provider: 'tc',
      orderId: orders[i]?.id ?? null,
      orderStatus: 'completed',
      fullName: name,
      email,
      emailText: email,
      searchText: name.toLowerCase(),
      securityCode: randomUUID(),
      createdUtc: date,
      modifiedUtc: date,
    })),
  });
  await prisma.surveyResponse.createMany({
    data: people.map(({ email }, i) => ({
      slug: 'x',
      surveyId: 'n',
      rating: i % 11,
      email,
      firstName: 'G',
      lastName: '',
      createdAt: date,
    })),
  });
  await prisma.dataRequest.createMany({
    data: people.map(({ name, email }) => ({ name, email, region: 'eu', kind: 'request_for_access', requestedAt: date })),
  });
}

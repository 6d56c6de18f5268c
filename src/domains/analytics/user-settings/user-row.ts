import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';

/** What a user has set in the analytics screens (`AnalyticsUser`). */
export type AnalyticsUser = Prisma.AnalyticsUserGetPayload<object>;
export type UserChanges = Omit<Prisma.AnalyticsUserUncheckedUpdateInput, 'userId'> &
  Omit<Prisma.AnalyticsUserUncheckedCreateInput, 'userId'>;

/** What holds for a user who never set anything. */
const unset = (userId: number): AnalyticsUser => ({
  userId,
  isVerified: false,
  disconnectedReason: '',
  tokenError: '',
  isTrackingEnabled: false,
  keyMetrics: [],
  areKeyMetricsHidden: false,
  postFrequency: [],
  goals: [],
  configuredAudiences: null,
  areAudiencesHidden: false,
  didSetAudiences: false,
  newEventsDismissedAt: null,
  lostEventsDismissedAt: null,
  isAnalyticsSetupComplete: null,
  hasSitePurposeAnswer: null,
  isSubscribed: false,
  reportFrequency: 'weekly',
  verification: null,
});

/** The settings of a user, defaults where nothing was set. */
export async function loadUserSettings(site: Site, userId: number): Promise<AnalyticsUser> {
  return (await site.db.prisma.analyticsUser.findUnique({ where: { userId } })) ?? unset(userId);
}

/** Stores what is given and returns all: one statement, so that of two changes at once none is lost. */
export async function changeUserSettings(db: Pick<Tx, 'analyticsUser'>, userId: number, changes: UserChanges): Promise<AnalyticsUser> {
  return await db.analyticsUser.upsert({ where: { userId }, create: { ...changes, userId }, update: changes });
}

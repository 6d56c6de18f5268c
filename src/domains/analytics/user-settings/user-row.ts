import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';

/** A user's settings for the analytics screens. */
export type AnalyticsUser = Prisma.AnalyticsUserGetPayload<object>;
export type UserChanges = Omit<Prisma.AnalyticsUserUncheckedUpdateInput, 'userId'> &
  Omit<Prisma.AnalyticsUserUncheckedCreateInput, 'userId'>;

/** Returns the settings of a user who has not stored any. */
const createDefaultSettings = (userId: number): AnalyticsUser => ({
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

/** Loads a user's settings, with defaults if none are stored. */
export async function loadUserSettings(site: Site, userId: number): Promise<AnalyticsUser> {
  return (await site.db.prisma.analyticsUser.findUnique({ where: { userId } })) ?? createDefaultSettings(userId);
}

/** Stores the given settings and returns all settings of the user. Uses one statement, so that concurrent changes are not lost. */
export async function changeUserSettings(db: Pick<Tx, 'analyticsUser'>, userId: number, changes: UserChanges): Promise<AnalyticsUser> {
  return await db.analyticsUser.upsert({ where: { userId }, create: { ...changes, userId }, update: changes });
}

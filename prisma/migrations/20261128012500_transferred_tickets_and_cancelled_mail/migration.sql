-- AlterTable
ALTER TABLE "attendee" ADD COLUMN     "transferred_utc" TIMESTAMPTZ(0);

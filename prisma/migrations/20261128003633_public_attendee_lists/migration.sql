-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "is_listed" BOOLEAN NOT NULL DEFAULT false;

-- Buyers were listed publicly without being asked: nobody bought so far with a consent.
UPDATE "attendee" SET "optout" = true WHERE "source" IN ('checkout', 'order') AND NOT "optout";

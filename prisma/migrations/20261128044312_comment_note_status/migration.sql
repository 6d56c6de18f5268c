-- AlterTable
ALTER TABLE "comment" ADD COLUMN     "note_status" TEXT;

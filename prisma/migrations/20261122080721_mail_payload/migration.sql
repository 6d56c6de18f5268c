-- AlterTable
ALTER TABLE "outgoing_mail" ADD COLUMN     "forgets" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "payload" BYTEA;

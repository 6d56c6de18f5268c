-- AlterTable
ALTER TABLE "consent_revision" ADD COLUMN     "erasure_seal" CHAR(64);

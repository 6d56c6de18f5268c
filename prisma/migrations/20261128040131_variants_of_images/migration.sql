-- AlterTable
ALTER TABLE "media" ADD COLUMN     "variants" JSONB NOT NULL DEFAULT '{}';

-- CreateIndex
CREATE INDEX "media_file_idx" ON "media"("file");

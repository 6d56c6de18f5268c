-- AlterTable
ALTER TABLE "site_scan" ADD COLUMN     "is_external" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "site_scan_created_at_id_idx" ON "site_scan"("created_at" DESC, "id" DESC);

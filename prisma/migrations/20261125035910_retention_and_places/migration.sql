-- AlterTable
ALTER TABLE "running_process" ADD COLUMN     "uploads" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "event_import_status_modified_utc_idx" ON "event_import"("status", "modified_utc");

-- CreateIndex
CREATE INDEX "webhook_message_at_idx" ON "webhook_message"("at");

-- contents whose revisions may be too many or too old
CREATE INDEX "content_with_revisions_idx" ON "content"("id") WHERE "revision_count" > 1;

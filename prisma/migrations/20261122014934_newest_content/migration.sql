-- CreateIndex
CREATE INDEX "content_status_date_local_id_idx" ON "content"("status", "date_local" DESC, "id" DESC);

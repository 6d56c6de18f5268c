-- AlterTable
ALTER TABLE "comment" ADD COLUMN     "type" TEXT NOT NULL DEFAULT 'comment';

-- CreateIndex
CREATE INDEX "comment_type_status_created_utc_id_idx" ON "comment"("type", "status", "created_utc", "id");

-- What came in with an import kept its type beside it.
UPDATE comment k SET type = i.type FROM imported_comment i WHERE i.comment_id = k.id AND i.type IN ('pingback', 'trackback');

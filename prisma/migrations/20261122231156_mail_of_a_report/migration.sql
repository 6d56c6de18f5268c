-- AlterTable
ALTER TABLE "analytics_report_log" ADD COLUMN     "mail_id" INTEGER;

-- CreateIndex
CREATE INDEX "analytics_report_log_mail_id_idx" ON "analytics_report_log"("mail_id");

-- AddForeignKey
ALTER TABLE "analytics_report_log" ADD CONSTRAINT "analytics_report_log_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "outgoing_mail"("id") ON DELETE SET NULL ON UPDATE CASCADE;

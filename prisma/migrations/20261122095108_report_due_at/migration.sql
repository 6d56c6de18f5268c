/*
  Warnings:

  - Added the required column `due_at` to the `analytics_report_log` table without a default value. This is not possible if the table is not empty.

*/
-- DropIndex
DROP INDEX "analytics_report_log_batch_id_status_idx";

-- AlterTable
ALTER TABLE "analytics_report_log" ADD COLUMN     "due_at" TIMESTAMPTZ(3) NOT NULL;

-- CreateIndex
CREATE INDEX "analytics_report_log_batch_id_idx" ON "analytics_report_log"("batch_id");

-- CreateIndex
CREATE INDEX "analytics_report_log_status_due_at_idx" ON "analytics_report_log"("status", "due_at");

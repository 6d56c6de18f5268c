-- AlterTable
ALTER TABLE "ticket_order" ADD COLUMN     "pay_until_utc" TIMESTAMPTZ(0);

-- CreateIndex
CREATE INDEX "ticket_order_status_pay_until_utc_idx" ON "ticket_order"("status", "pay_until_utc");

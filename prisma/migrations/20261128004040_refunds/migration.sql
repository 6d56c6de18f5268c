-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "refund_refusal" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "refund" (
    "id" SERIAL NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "user_id" INTEGER,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_payment_id_idx" ON "refund"("payment_id");

-- CreateIndex
CREATE INDEX "refund_user_id_idx" ON "refund"("user_id");

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

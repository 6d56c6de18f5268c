/*
  Warnings:

  - A unique constraint covering the columns `[checkout_id]` on the table `ticket_order` will be added. If there are existing duplicate values, this will fail.

*/
-- AlterTable
ALTER TABLE "attendee" ADD COLUMN     "checkout_id" INTEGER;

-- AlterTable
ALTER TABLE "ticket_order" ADD COLUMN     "checkout_id" INTEGER;

-- CreateTable
CREATE TABLE "checkout" (
    "id" SERIAL NOT NULL,
    "key_hash" TEXT NOT NULL,
    "hold_id" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'open',
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "buyer_name" TEXT NOT NULL DEFAULT '',
    "buyer_email" TEXT NOT NULL DEFAULT '',
    "guests" JSONB NOT NULL DEFAULT '[]',
    "gateway" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT '',
    "currency" TEXT NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "changed_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "checkout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkout_line" (
    "checkout_id" INTEGER NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "post_id" INTEGER,
    "provider" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_minor" BIGINT NOT NULL,
    "regular_price_minor" BIGINT NOT NULL,

    CONSTRAINT "checkout_line_pkey" PRIMARY KEY ("checkout_id","ticket_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_key_hash_key" ON "checkout"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_hold_id_key" ON "checkout"("hold_id");

-- CreateIndex
CREATE INDEX "checkout_state_expires_at_idx" ON "checkout"("state", "expires_at");

-- CreateIndex
CREATE INDEX "attendee_checkout_id_idx" ON "attendee"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "ticket_order_checkout_id_key" ON "ticket_order"("checkout_id");

-- AddForeignKey
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_hold_id_fkey" FOREIGN KEY ("hold_id") REFERENCES "ticket_hold"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_line" ADD CONSTRAINT "checkout_line_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkout"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_order" ADD CONSTRAINT "ticket_order_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkout"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkout"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "payment" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "gateway" TEXT NOT NULL,
    "reference" TEXT,
    "charge_reference" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "refund_due_minor" BIGINT NOT NULL DEFAULT 0,
    "refunding_minor" BIGINT NOT NULL DEFAULT 0,
    "refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "changed_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_notice" (
    "gateway" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "payment_notice_pkey" PRIMARY KEY ("gateway","event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_order_id_key" ON "payment"("order_id");

-- CreateIndex
CREATE INDEX "payment_state_changed_utc_idx" ON "payment"("state", "changed_utc");

-- CreateIndex
CREATE UNIQUE INDEX "payment_gateway_reference_key" ON "payment"("gateway", "reference");

-- CreateIndex
CREATE INDEX "payment_notice_received_utc_idx" ON "payment_notice"("received_utc");

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "ticket_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "receipt" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "corrects_id" INTEGER,
    "issued_utc" TIMESTAMPTZ(0) NOT NULL,
    "currency" TEXT NOT NULL,
    "total_minor" BIGINT NOT NULL,
    "tax_minor" BIGINT NOT NULL,
    "tax_rate" INTEGER NOT NULL,
    "seller_name" TEXT NOT NULL,
    "seller_address" TEXT NOT NULL,
    "seller_tax_number" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "buyer_name" TEXT NOT NULL,
    "lines" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "receipt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receipt_series" (
    "kind" TEXT NOT NULL,
    "last_number" INTEGER NOT NULL,

    CONSTRAINT "receipt_series_pkey" PRIMARY KEY ("kind")
);

-- CreateIndex
CREATE INDEX "receipt_order_id_idx" ON "receipt"("order_id");

-- CreateIndex
CREATE INDEX "receipt_corrects_id_idx" ON "receipt"("corrects_id");

-- CreateIndex
CREATE INDEX "receipt_issued_utc_idx" ON "receipt"("issued_utc");

-- CreateIndex
CREATE UNIQUE INDEX "receipt_kind_number_key" ON "receipt"("kind", "number");

-- AddForeignKey
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "ticket_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_corrects_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "receipt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

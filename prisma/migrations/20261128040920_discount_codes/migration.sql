-- AlterTable
ALTER TABLE "attendee" ADD COLUMN     "discount_code_id" INTEGER;

-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "discount_code" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "discount_code_id" INTEGER;

-- AlterTable
ALTER TABLE "checkout_line" ADD COLUMN     "discount_minor" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "discount_code" (
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "amount_minor" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT '',
    "ticket_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "max_uses" INTEGER,
    "max_per_order" INTEGER,
    "used_count" INTEGER NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ(0),
    "ends_at" TIMESTAMPTZ(0),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "modified_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "discount_code_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "discount_code_event_id_code_key_key" ON "discount_code"("event_id", "code_key");

-- CreateIndex
CREATE INDEX "attendee_discount_code_id_idx" ON "attendee"("discount_code_id");

-- CreateIndex
CREATE INDEX "checkout_discount_code_id_idx" ON "checkout"("discount_code_id");

-- AddForeignKey
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_discount_code_id_fkey" FOREIGN KEY ("discount_code_id") REFERENCES "discount_code"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_discount_code_id_fkey" FOREIGN KEY ("discount_code_id") REFERENCES "discount_code"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE discount_code ADD CONSTRAINT discount_code_used_not_negative CHECK (used_count >= 0);
ALTER TABLE discount_code ADD CONSTRAINT discount_code_takes_something_off CHECK (
  (percent BETWEEN 1 AND 10000 AND amount_minor = 0 AND currency = '') OR (percent = 0 AND amount_minor > 0 AND currency <> ''));
ALTER TABLE checkout_line ADD CONSTRAINT checkout_line_discount_not_negative CHECK (discount_minor >= 0 AND price_minor >= 0);

-- A checkout claims the uses of its tickets when it is completed. From then on a use goes and comes back with the place of its attendee.
CREATE FUNCTION discount_use_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE discount_code SET used_count = GREATEST(used_count - 1, 0) WHERE id = OLD.discount_code_id;
  ELSE
    UPDATE discount_code SET used_count = GREATEST(used_count + CASE WHEN NEW.holds_place THEN 1 ELSE -1 END, 0) WHERE id = NEW.discount_code_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER discount_use_moved AFTER UPDATE OF holds_place ON attendee FOR EACH ROW
  WHEN (NEW.discount_code_id IS NOT NULL AND OLD.holds_place <> NEW.holds_place) EXECUTE FUNCTION discount_use_changed();
CREATE TRIGGER discount_use_deleted AFTER DELETE ON attendee FOR EACH ROW
  WHEN (OLD.discount_code_id IS NOT NULL AND OLD.holds_place) EXECUTE FUNCTION discount_use_changed();

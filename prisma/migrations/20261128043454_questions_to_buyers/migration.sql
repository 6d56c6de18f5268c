-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "answers" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "terms_accepted_utc" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "post_stock" ADD COLUMN     "terms" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "buyer_question" (
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "options" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_per_ticket" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "buyer_question_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "buyer_question_event_id_position_idx" ON "buyer_question"("event_id", "position");

-- AddForeignKey
ALTER TABLE "buyer_question" ADD CONSTRAINT "buyer_question_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

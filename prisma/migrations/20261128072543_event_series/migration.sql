-- AlterTable
ALTER TABLE "event" ADD COLUMN     "series_id" INTEGER;

-- CreateTable
CREATE TABLE "event_series" (
    "id" SERIAL NOT NULL,
    "rule" TEXT NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "event_series_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_series_id_start_utc_content_id_idx" ON "event"("series_id", "start_utc", "content_id");

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "event_series"("id") ON DELETE SET NULL ON UPDATE CASCADE;

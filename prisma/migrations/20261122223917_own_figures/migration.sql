-- CreateTable
CREATE TABLE "page_view_count" (
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "target_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "page_view_count_pkey" PRIMARY KEY ("day","kind","target_id","channel")
);

-- CreateTable
CREATE TABLE "page_view_writer" (
    "id" TEXT NOT NULL,
    "batch" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "page_view_writer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "page_view_count_kind_target_id_day_idx" ON "page_view_count"("kind", "target_id", "day");

-- CreateIndex
CREATE INDEX "page_view_writer_written_at_idx" ON "page_view_writer"("written_at");

-- CreateIndex
CREATE INDEX "attendee_checkin_at_idx" ON "attendee"("checkin_at");

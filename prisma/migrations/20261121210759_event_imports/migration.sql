-- CreateTable
CREATE TABLE "event_import" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "import_id" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "post_status" TEXT NOT NULL DEFAULT 'publish',
    "authority" TEXT NOT NULL DEFAULT 'overwrite',
    "next_batch_hash" TEXT,
    "percentage_complete" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "total_events" INTEGER NOT NULL DEFAULT 0,
    "activity" JSONB NOT NULL DEFAULT '{}',
    "author_id" INTEGER,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "modified_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "event_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_import_error" (
    "id" SERIAL NOT NULL,
    "event_import_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "event_import_error_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imported_calendar_content" (
    "content_id" INTEGER NOT NULL,
    "uid" TEXT,
    "original_id" TEXT,
    "written" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "imported_calendar_content_pkey" PRIMARY KEY ("content_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "event_import_import_id_key" ON "event_import"("import_id");

-- CreateIndex
CREATE INDEX "event_import_status_id_idx" ON "event_import"("status", "id");

-- CreateIndex
CREATE INDEX "event_import_author_id_id_idx" ON "event_import"("author_id", "id");

-- CreateIndex
CREATE INDEX "event_import_error_event_import_id_id_idx" ON "event_import_error"("event_import_id", "id");

-- CreateIndex
CREATE INDEX "imported_calendar_content_uid_idx" ON "imported_calendar_content"("uid");

-- CreateIndex
CREATE INDEX "imported_calendar_content_original_id_idx" ON "imported_calendar_content"("original_id");

-- AddForeignKey
ALTER TABLE "event_import" ADD CONSTRAINT "event_import_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_import_error" ADD CONSTRAINT "event_import_error_event_import_id_fkey" FOREIGN KEY ("event_import_id") REFERENCES "event_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_calendar_content" ADD CONSTRAINT "imported_calendar_content_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

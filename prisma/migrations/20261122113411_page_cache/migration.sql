-- CreateTable
CREATE TABLE "page_cache_entry" (
    "key" BYTEA NOT NULL,
    "bucket" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "object_id" INTEGER,
    "page_type" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "gzip" BYTEA,
    "size" INTEGER NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,
    "tables" TEXT[],

    CONSTRAINT "page_cache_entry_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "page_cache_preload" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "phase" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "history" JSONB NOT NULL DEFAULT '[]',
    "next_at" TIMESTAMPTZ(3),
    "previous_at" TIMESTAMPTZ(3),
    "stops" BOOLEAN NOT NULL DEFAULT false,
    "locked_at" TIMESTAMPTZ(3),

    CONSTRAINT "page_cache_preload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "page_cache_note" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT NOT NULL,
    "line" TEXT NOT NULL,

    CONSTRAINT "page_cache_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "page_cache_entry_directory_idx" ON "page_cache_entry"("directory");

-- CreateIndex
CREATE INDEX "page_cache_entry_stored_at_idx" ON "page_cache_entry"("stored_at");

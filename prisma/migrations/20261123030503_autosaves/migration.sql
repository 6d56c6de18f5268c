-- CreateTable
CREATE TABLE "autosave" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "content_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "saved_local" TIMESTAMP(0) NOT NULL,
    "saved_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "autosave_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "autosave_author_id_idx" ON "autosave"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "autosave_content_id_author_id_key" ON "autosave"("content_id", "author_id");

-- AddForeignKey
ALTER TABLE "autosave" ADD CONSTRAINT "autosave_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "autosave" ADD CONSTRAINT "autosave_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

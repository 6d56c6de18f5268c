-- CreateTable
CREATE TABLE "gallery" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'publish',
    "columns" TEXT NOT NULL DEFAULT '3',
    "image_size" TEXT NOT NULL DEFAULT '',
    "config" JSONB NOT NULL DEFAULT '{}',
    "source_post_id" INTEGER,
    "backup_id" INTEGER,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "gallery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gallery_image" (
    "gallery_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "attachment_id" INTEGER NOT NULL,
    "src" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "alt" TEXT NOT NULL DEFAULT '',
    "caption" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "link_new_window" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'active',

    CONSTRAINT "gallery_image_pkey" PRIMARY KEY ("gallery_id","position")
);

-- CreateTable
CREATE TABLE "gallery_backup" (
    "id" SERIAL NOT NULL,
    "content_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "gallery_backup_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gallery_source_post_id_idx" ON "gallery"("source_post_id");

-- CreateIndex
CREATE INDEX "gallery_backup_id_idx" ON "gallery"("backup_id");

-- CreateIndex
CREATE INDEX "gallery_created_by_id_idx" ON "gallery"("created_by_id");

-- CreateIndex
CREATE INDEX "gallery_backup_content_id_id_idx" ON "gallery_backup"("content_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "gallery" ADD CONSTRAINT "gallery_source_post_id_fkey" FOREIGN KEY ("source_post_id") REFERENCES "content"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gallery" ADD CONSTRAINT "gallery_backup_id_fkey" FOREIGN KEY ("backup_id") REFERENCES "gallery_backup"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gallery" ADD CONSTRAINT "gallery_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gallery_image" ADD CONSTRAINT "gallery_image_gallery_id_fkey" FOREIGN KEY ("gallery_id") REFERENCES "gallery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gallery_backup" ADD CONSTRAINT "gallery_backup_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

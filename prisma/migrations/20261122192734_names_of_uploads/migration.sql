-- CreateTable
CREATE TABLE "upload_name" (
    "name" TEXT NOT NULL,
    "clashes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "upload_name_pkey" PRIMARY KEY ("name")
);

-- Those that are there already are taken.
INSERT INTO "upload_name" ("name") SELECT DISTINCT "file" FROM "media" WHERE "file" !~ '^https?://';

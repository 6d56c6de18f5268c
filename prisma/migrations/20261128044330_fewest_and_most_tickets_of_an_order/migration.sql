-- AlterTable
ALTER TABLE "ticket" ADD COLUMN     "max_per_order" INTEGER,
ADD COLUMN     "min_per_order" INTEGER NOT NULL DEFAULT 1;

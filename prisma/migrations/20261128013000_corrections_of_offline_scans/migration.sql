-- AlterTable
ALTER TABLE "offline_scan" ADD COLUMN     "is_outside" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "told_in" BOOLEAN NOT NULL DEFAULT false;

-- What a device may have to be corrected of is found by its name.
CREATE INDEX offline_scan_told_in ON offline_scan (device) WHERE told_in;

/*
  Warnings:

  - A unique constraint covering the columns `[entry_id,kind]` on the table `outgoing_mail` will be added. If there are existing duplicate values, this will fail.

*/
-- AlterTable
ALTER TABLE "outgoing_mail" ADD COLUMN     "entry_id" INTEGER,
ALTER COLUMN "attendee_id" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_mail_entry_id_kind_key" ON "outgoing_mail"("entry_id", "kind");

-- AddForeignKey
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "waiting_entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

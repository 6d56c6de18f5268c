-- CreateTable
CREATE TABLE "outgoing_mail" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "attendee_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "recipient" TEXT NOT NULL DEFAULT '',
    "last_error" TEXT NOT NULL DEFAULT '',
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "sent_at" TIMESTAMPTZ(0),

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outgoing_mail_status_due_at_idx" ON "outgoing_mail"("status", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_mail_attendee_id_kind_key" ON "outgoing_mail"("attendee_id", "kind");

-- AddForeignKey
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_attendee_id_fkey" FOREIGN KEY ("attendee_id") REFERENCES "attendee"("id") ON DELETE CASCADE ON UPDATE CASCADE;

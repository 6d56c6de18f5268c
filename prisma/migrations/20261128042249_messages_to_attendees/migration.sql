-- CreateTable
CREATE TABLE "attendee_message" (
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "author_id" INTEGER,
    "ticket_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "includes_unpaid" BOOLEAN NOT NULL DEFAULT false,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "recipient_count" INTEGER NOT NULL,
    "request_key" TEXT NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "attendee_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "attendee_message_request_key_key" ON "attendee_message"("request_key");

-- CreateIndex
CREATE INDEX "attendee_message_event_id_id_idx" ON "attendee_message"("event_id", "id");

-- CreateIndex
CREATE INDEX "attendee_message_author_id_idx" ON "attendee_message"("author_id");

-- AddForeignKey
ALTER TABLE "attendee_message" ADD CONSTRAINT "attendee_message_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attendee_message" ADD CONSTRAINT "attendee_message_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

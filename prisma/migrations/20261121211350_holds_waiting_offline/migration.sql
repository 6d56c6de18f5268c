-- AlterTable
ALTER TABLE "attendee" ADD COLUMN     "held_until" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "ticket" ADD COLUMN     "sale_zone" TEXT;

-- CreateTable
CREATE TABLE "ticket_hold" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "key_hash" TEXT NOT NULL,
    "caller_hash" TEXT NOT NULL,
    "entry_id" INTEGER,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "ticket_hold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket_hold_item" (
    "hold_id" INTEGER NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "ticket_hold_item_pkey" PRIMARY KEY ("hold_id","ticket_id")
);

-- CreateTable
CREATE TABLE "waiting_entry" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "ticket_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "full_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_text" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "changed_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "waiting_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "offline_scan" (
    "id" BIGSERIAL NOT NULL,
    "attendee_id" INTEGER NOT NULL,
    "device" TEXT NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "uploaded_at" TIMESTAMPTZ(0) NOT NULL,
    "author_id" INTEGER NOT NULL DEFAULT 0,
    "is_void" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "offline_scan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket_watch" (
    "post_id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "ticket_watch_pkey" PRIMARY KEY ("post_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ticket_hold_key_hash_key" ON "ticket_hold"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "ticket_hold_entry_id_key" ON "ticket_hold"("entry_id");

-- CreateIndex
CREATE INDEX "ticket_hold_expires_at_idx" ON "ticket_hold"("expires_at");

-- CreateIndex
CREATE INDEX "ticket_hold_caller_hash_expires_at_idx" ON "ticket_hold"("caller_hash", "expires_at");

-- CreateIndex
CREATE INDEX "ticket_hold_item_ticket_id_idx" ON "ticket_hold_item"("ticket_id");

-- CreateIndex
CREATE UNIQUE INDEX "waiting_entry_key_hash_key" ON "waiting_entry"("key_hash");

-- CreateIndex
CREATE INDEX "waiting_entry_ticket_id_status_id_idx" ON "waiting_entry"("ticket_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "offline_scan_attendee_id_device_scanned_at_key" ON "offline_scan"("attendee_id", "device", "scanned_at");

-- CreateIndex
CREATE INDEX "ticket_sale_zone_idx" ON "ticket"("sale_zone");

-- AddForeignKey
ALTER TABLE "ticket_hold" ADD CONSTRAINT "ticket_hold_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "waiting_entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_hold_item" ADD CONSTRAINT "ticket_hold_item_hold_id_fkey" FOREIGN KEY ("hold_id") REFERENCES "ticket_hold"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_hold_item" ADD CONSTRAINT "ticket_hold_item_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offline_scan" ADD CONSTRAINT "offline_scan_attendee_id_fkey" FOREIGN KEY ("attendee_id") REFERENCES "attendee"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot say.

-- Only few attendees hold a place for a while.
CREATE INDEX attendee_held_until ON attendee (held_until) WHERE held_until IS NOT NULL;

-- Nobody waits twice for the same.
CREATE UNIQUE INDEX waiting_entry_open ON waiting_entry (ticket_id, email_text) WHERE status IN ('waiting', 'offered');
ALTER TABLE waiting_entry ADD CONSTRAINT waiting_entry_quantity_positive CHECK (quantity > 0);
ALTER TABLE ticket_hold_item ADD CONSTRAINT ticket_hold_item_quantity_positive CHECK (quantity > 0);

-- Tickets that were sold in the site's zone are reckoned anew when they are first asked for.
UPDATE ticket SET sale_zone = '' WHERE (start_date <> '' OR end_date <> '') AND NOT EXISTS (SELECT 1 FROM event WHERE content_id = ticket.post_id);

-- Changes of places and check-ins are told while somebody follows the post: a notification costs every writer something.
CREATE FUNCTION tell_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ticket_watch WHERE post_id = NEW.post_id AND until > now()) THEN
    PERFORM pg_notify('ticket_changed', json_build_object('postId', NEW.post_id, 'ticketId', NEW.id)::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_places_changed AFTER UPDATE OF stock, sold, capacity, manage_stock, stock_mode, status ON ticket
  FOR EACH ROW EXECUTE FUNCTION tell_ticket_change();

CREATE FUNCTION tell_check_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ticket_watch WHERE post_id = NEW.post_id AND until > now()) THEN
    PERFORM pg_notify('ticket_changed',
      json_build_object('postId', NEW.post_id, 'ticketId', NEW.ticket_id, 'attendeeId', NEW.id, 'isCheckedIn', NEW.checked_in)::text);
  END IF;
  -- whoever takes a check-in back takes back the scans behind it
  IF NOT NEW.checked_in THEN
    UPDATE offline_scan SET is_void = true WHERE attendee_id = NEW.id AND NOT is_void;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER attendee_check_in_changed AFTER UPDATE OF checked_in ON attendee
  FOR EACH ROW WHEN (OLD.checked_in IS DISTINCT FROM NEW.checked_in) EXECUTE FUNCTION tell_check_in();
CREATE TRIGGER attendee_made_checked_in AFTER INSERT ON attendee
  FOR EACH ROW WHEN (NEW.checked_in) EXECUTE FUNCTION tell_check_in();

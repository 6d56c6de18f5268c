-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" SERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "off_reason" TEXT NOT NULL DEFAULT '',
    "failing_since" TIMESTAMPTZ(3),
    "secret_sealed" BYTEA NOT NULL,
    "previous_secret_sealed" BYTEA,
    "previous_until" TIMESTAMPTZ(0),
    "created_at" TIMESTAMPTZ(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_message" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" BIGSERIAL NOT NULL,
    "message_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "ms" INTEGER NOT NULL,
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_message_endpoint_id_state_id_idx" ON "webhook_message"("endpoint_id", "state", "id");

-- CreateIndex
CREATE INDEX "webhook_message_endpoint_id_object_id_idx" ON "webhook_message"("endpoint_id", "object", "id");

-- CreateIndex
CREATE INDEX "webhook_attempt_message_id_id_idx" ON "webhook_attempt"("message_id", "id");

-- AddForeignKey
ALTER TABLE "webhook_message" ADD CONSTRAINT "webhook_message_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "webhook_message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What endpoints are told, written in the transaction of the change. Where none is on, a change costs one look into an empty table. Constraint triggers run
-- with the commit: they see what the transaction has made of a row, and tell it once; `OLD.xmin` leaves out what this transaction itself had written before.
-- (The page cache takes every table that a trigger's function names for one that it may write to: they name as few as they can.)
CREATE FUNCTION webhook_write(given_type text, given_object text, given_data jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_message (endpoint_id, type, object, data)
    SELECT e.id, given_type, given_object, given_data FROM webhook_endpoint e WHERE e.is_on AND (e.types = '{}' OR given_type = ANY (e.types));
  IF FOUND THEN PERFORM pg_notify('webhook_waiting', ''); END IF;
END $$;

CREATE FUNCTION webhook_of_content() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  became record;
  was text;
  what text;
  kinds text[] := '{post,page,event,venue,organizer}';
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.status <> 'auto-draft' AND OLD.kind = ANY (kinds) THEN
      PERFORM webhook_write(OLD.kind || '.deleted', OLD.kind || ' ' || OLD.id, jsonb_build_object('id', OLD.id, 'slug', OLD.slug));
    END IF;
    RETURN NULL;
  END IF;
  SELECT c.id, c.kind, c.status, c.slug, c.title, c.author_id, c.modified_utc, e.start_utc, e.end_utc INTO became
    FROM content c LEFT JOIN event e ON e.content_id = c.id WHERE c.id = NEW.id;
  IF NOT FOUND OR became.status = 'auto-draft' OR became.kind <> ALL (kinds) THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND OLD.status <> 'auto-draft' THEN was := OLD.status; END IF;
  what := CASE WHEN became.status = 'publish' AND was IS DISTINCT FROM 'publish' THEN 'published'
    WHEN was IS NULL THEN 'created'
    WHEN became.status = 'trash' AND was <> 'trash' THEN 'trashed'
    WHEN was = 'publish' AND became.status <> 'publish' THEN 'unpublished'
    ELSE 'updated' END;
  PERFORM webhook_write(became.kind || '.' || what, became.kind || ' ' || became.id,
    jsonb_build_object('id', became.id, 'status', became.status, 'slug', became.slug, 'title', left(became.title, 200), 'authorId', became.author_id,
      'modifiedAt', to_char(became.modified_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    || CASE WHEN became.start_utc IS NULL THEN '{}' ELSE jsonb_build_object(
      'startsAt', to_char(became.start_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'endsAt', to_char(became.end_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) END);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER webhook_told AFTER INSERT OR DELETE ON content DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION webhook_of_content();
-- whoever writes content, its dates or its places sets the time of the change, also to the same second
CREATE CONSTRAINT TRIGGER webhook_told_change AFTER UPDATE OF modified_utc, status, author_id ON content DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.xmin <> pg_current_xact_id()::xid) EXECUTE FUNCTION webhook_of_content();

CREATE FUNCTION webhook_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  became record;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM webhook_write('ticket.deleted', 'ticket ' || OLD.id, jsonb_build_object('id', OLD.id, 'postId', OLD.post_id));
    RETURN NULL;
  END IF;
  SELECT * INTO became FROM ticket WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM webhook_write(CASE WHEN TG_OP = 'INSERT' THEN 'ticket.created' WHEN became.status = 'trash' AND OLD.status <> 'trash' THEN 'ticket.trashed' ELSE 'ticket.updated' END,
    'ticket ' || became.id, jsonb_build_object('id', became.id, 'postId', became.post_id, 'provider', became.provider, 'status', became.status, 'title', left(became.title, 200),
      'priceMinor', became.price_minor, 'capacity', became.capacity));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER webhook_told AFTER INSERT OR DELETE ON ticket DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION webhook_of_ticket();
-- every sale writes what is left of a ticket, which is not told
CREATE CONSTRAINT TRIGGER webhook_told_change AFTER UPDATE ON ticket DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.xmin <> pg_current_xact_id()::xid AND (OLD.post_id, OLD.title, OLD.description, OLD.price, OLD.sale_enabled, OLD.sale_price, OLD.sale_start, OLD.sale_end, OLD.opens_at,
      OLD.closes_at, OLD.sku, OLD.iac, OLD.menu_order, OLD.status, OLD.stock_mode, OLD.capacity)
    IS DISTINCT FROM (NEW.post_id, NEW.title, NEW.description, NEW.price, NEW.sale_enabled, NEW.sale_price, NEW.sale_start, NEW.sale_end, NEW.opens_at,
      NEW.closes_at, NEW.sku, NEW.iac, NEW.menu_order, NEW.status, NEW.stock_mode, NEW.capacity)) EXECUTE FUNCTION webhook_of_ticket();

CREATE FUNCTION webhook_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  became record;
  was text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM webhook_write('order.deleted', 'order ' || OLD.id, jsonb_build_object('id', OLD.id));
    RETURN NULL;
  END IF;
  SELECT o.*, (SELECT jsonb_agg(jsonb_build_object('ticketId', i.ticket_id, 'quantity', i.quantity) ORDER BY i.ticket_id) FROM ticket_order_item i WHERE i.order_id = o.id) AS items
    INTO became FROM ticket_order o WHERE o.id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN was := OLD.status; END IF;
  PERFORM webhook_write(CASE WHEN became.status = 'completed' AND was IS DISTINCT FROM 'completed' THEN 'order.completed'
      WHEN was IS NULL THEN 'order.created'
      WHEN became.status <> was AND became.status IN ('not-completed', 'refunded', 'denied', 'voided', 'reversed') THEN 'order.cancelled'
      ELSE 'order.updated' END,
    'order ' || became.id, jsonb_build_object('id', became.id, 'provider', became.provider, 'status', became.status, 'gateway', became.gateway, 'totalMinor', became.total_minor,
      'currency', became.currency, 'items', coalesce(became.items, '[]')));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER webhook_told AFTER INSERT OR DELETE ON ticket_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION webhook_of_order();
CREATE CONSTRAINT TRIGGER webhook_told_change AFTER UPDATE ON ticket_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.xmin <> pg_current_xact_id()::xid AND (OLD.status, OLD.gateway, OLD.total_minor, OLD.purchaser_user_id, OLD.purchaser_name, OLD.purchaser_email)
    IS DISTINCT FROM (NEW.status, NEW.gateway, NEW.total_minor, NEW.purchaser_user_id, NEW.purchaser_name, NEW.purchaser_email)) EXECUTE FUNCTION webhook_of_order();

CREATE FUNCTION webhook_of_attendee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  became record;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM webhook_write('attendee.deleted', 'attendee ' || OLD.id, jsonb_build_object('id', OLD.id, 'ticketId', OLD.ticket_id, 'postId', OLD.post_id, 'orderId', OLD.order_id));
    RETURN NULL;
  END IF;
  SELECT * INTO became FROM attendee WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM webhook_write(CASE WHEN TG_OP = 'INSERT' THEN 'attendee.created'
      WHEN became.checked_in AND NOT OLD.checked_in THEN 'attendee.checked_in'
      WHEN OLD.checked_in AND NOT became.checked_in THEN 'attendee.check_in_undone'
      WHEN became.status = 'trash' AND OLD.status <> 'trash' THEN 'attendee.trashed'
      ELSE 'attendee.updated' END,
    'attendee ' || became.id, jsonb_build_object('id', became.id, 'ticketId', became.ticket_id, 'postId', became.post_id, 'orderId', became.order_id, 'provider', became.provider,
      'status', became.status, 'orderStatus', became.order_status, 'checkedIn', became.checked_in,
      'checkedInAt', to_char(became.checkin_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER webhook_told AFTER INSERT OR DELETE ON attendee DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION webhook_of_attendee();
CREATE CONSTRAINT TRIGGER webhook_told_change AFTER UPDATE ON attendee DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.xmin <> pg_current_xact_id()::xid AND (OLD.ticket_id, OLD.post_id, OLD.order_id, OLD.order_status, OLD.full_name, OLD.email, OLD.user_id, OLD.optout, OLD.status,
      OLD.holds_place, OLD.checked_in, OLD.extra) IS DISTINCT FROM (NEW.ticket_id, NEW.post_id, NEW.order_id, NEW.order_status, NEW.full_name, NEW.email, NEW.user_id, NEW.optout,
      NEW.status, NEW.holds_place, NEW.checked_in, NEW.extra)) EXECUTE FUNCTION webhook_of_attendee();

-- of both kinds of imports the beginning and the end
CREATE FUNCTION webhook_of_import() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  became jsonb := to_jsonb(NEW);
  status text := became ->> 'status';
  source text := coalesce(became ->> 'origin', became ->> 'format');
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE is_on) THEN RETURN NULL; END IF;
  PERFORM webhook_write(CASE WHEN status IN ('success', 'done') THEN 'import.completed' WHEN status = 'failed' THEN 'import.failed' WHEN TG_OP = 'INSERT' THEN 'import.started' ELSE 'import.updated' END,
    TG_TABLE_NAME || ' ' || NEW.id, jsonb_build_object('id', NEW.id, 'kind', CASE WHEN became ? 'format' THEN 'file' ELSE 'service' END, 'source', source, 'status', status));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_told AFTER INSERT ON event_import FOR EACH ROW EXECUTE FUNCTION webhook_of_import();
CREATE TRIGGER webhook_told_change AFTER UPDATE ON event_import FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION webhook_of_import();
CREATE TRIGGER webhook_told AFTER INSERT ON import_run FOR EACH ROW EXECUTE FUNCTION webhook_of_import();
CREATE TRIGGER webhook_told_change AFTER UPDATE ON import_run FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION webhook_of_import();

-- nothing that tells one visitor from another
CREATE FUNCTION webhook_of_consent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  became jsonb := to_jsonb(NEW);
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE is_on) THEN RETURN NULL; END IF;
  PERFORM webhook_write('consent.given', TG_TABLE_NAME || ' ' || NEW.id, jsonb_build_object('id', NEW.id) || CASE WHEN became ? 'button_clicked'
    THEN jsonb_build_object('log', 'banner', 'button', became -> 'button_clicked', 'view', became -> 'ui_view')
    ELSE jsonb_build_object('log', 'compliance', 'consentType', became -> 'consent_type', 'region', became -> 'region') END);
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_told AFTER INSERT ON consent FOR EACH ROW EXECUTE FUNCTION webhook_of_consent();
CREATE TRIGGER webhook_told AFTER INSERT ON consent_record FOR EACH ROW EXECUTE FUNCTION webhook_of_consent();

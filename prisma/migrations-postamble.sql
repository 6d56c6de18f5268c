-- What the Prisma schema cannot say. Kept by `npm run db:migration` behind the generated part of the initial migration.

-- A slug names one content of its kind; drafts may wait with any slug.
CREATE UNIQUE INDEX content_kind_slug_unique ON content (kind, slug)
  WHERE slug <> '' AND status NOT IN ('draft', 'pending', 'auto-draft');

-- Orders must not depend on the server's locale: both databases sort these columns by code point.
ALTER TABLE content ALTER COLUMN sort_title TYPE text COLLATE "C";
ALTER TABLE content ALTER COLUMN slug TYPE text COLLATE "C";
ALTER TABLE content ALTER COLUMN search_text TYPE text COLLATE "C";
ALTER TABLE term ALTER COLUMN sort_name TYPE text COLLATE "C";

-- Events keep a copy of their content's status, so that lists of events find what they may show by one index.
CREATE FUNCTION copy_status_to_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event SET status = NEW.status WHERE content_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER content_status_to_event AFTER UPDATE OF status ON content FOR EACH ROW
  WHEN (NEW.kind = 'event' AND OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION copy_status_to_event();

-- Titles of tickets and attendees sort by code point as well.
ALTER TABLE ticket ALTER COLUMN sort_title TYPE text COLLATE "C";
ALTER TABLE ticket ALTER COLUMN slug TYPE text COLLATE "C";
ALTER TABLE ticket ALTER COLUMN search_text TYPE text COLLATE "C";
ALTER TABLE attendee ALTER COLUMN sort_title TYPE text COLLATE "C";
ALTER TABLE attendee ALTER COLUMN search_text TYPE text COLLATE "C";
ALTER TABLE attendee ALTER COLUMN email_text TYPE text COLLATE "C";

ALTER TABLE ticket ADD CONSTRAINT ticket_stock_not_negative CHECK (stock >= 0);
ALTER TABLE ticket ADD CONSTRAINT ticket_sold_not_negative CHECK (sold >= 0);
ALTER TABLE post_stock ADD CONSTRAINT post_stock_level_not_negative CHECK (shared_level >= 0 AND shared_taken >= 0);
ALTER TABLE cart_item ADD CONSTRAINT cart_item_quantity_positive CHECK (quantity > 0);

-- The only ways in which places change hands. Rows are locked in one order everywhere: the post, its shared stock, then tickets by id.
-- `take_places` answers `taken`, `short` (nothing is changed then) or `gone`, and the places that were free before. Quantity 0 only makes
-- sure that the ticket stays while the caller's transaction lasts.
CREATE FUNCTION take_places(p_ticket int, p_quantity int, OUT outcome text, OUT available int) LANGUAGE plpgsql AS $$
DECLARE
  of_post int;
  is_shared boolean;
  level int := 0;
  t ticket%ROWTYPE;
BEGIN
  available := 0;
  SELECT post_id, stock_mode IN ('capped', 'global') INTO of_post, is_shared FROM ticket WHERE id = p_ticket;
  PERFORM 1 FROM content WHERE id = of_post FOR KEY SHARE;
  IF is_shared THEN
    SELECT shared_level INTO level FROM post_stock WHERE post_id = of_post FOR NO KEY UPDATE;
  END IF;
  SELECT * INTO t FROM ticket WHERE id = p_ticket FOR NO KEY UPDATE;
  IF NOT FOUND OR t.post_id IS NULL OR t.status = 'trash' THEN
    outcome := 'gone';
    RETURN;
  END IF;
  IF (t.stock_mode IN ('capped', 'global')) IS DISTINCT FROM is_shared THEN
    RAISE EXCEPTION 'the ticket changed its mode meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  available := CASE WHEN NOT t.manage_stock THEN -1 WHEN is_shared THEN LEAST(t.stock, COALESCE(level, 0)) ELSE t.stock END;
  IF available <> -1 AND available < p_quantity THEN
    outcome := 'short';
    RETURN;
  END IF;
  outcome := 'taken';
  IF p_quantity = 0 THEN
    RETURN;
  END IF;
  UPDATE ticket SET sold = sold + p_quantity, stock = CASE WHEN manage_stock THEN stock - p_quantity ELSE 0 END WHERE id = p_ticket;
  IF is_shared THEN
    UPDATE post_stock SET shared_taken = shared_taken + p_quantity, shared_level = shared_level - p_quantity WHERE post_id = of_post;
  END IF;
END $$;

-- Places come back up to the capacity: where an administrator lowered it below what is sold, none becomes free until the excess is gone.
CREATE FUNCTION give_places(p_ticket int, p_quantity int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_post int;
  is_shared boolean;
  capacity_of_post int := 0;
  t ticket%ROWTYPE;
BEGIN
  SELECT post_id, stock_mode IN ('capped', 'global') INTO of_post, is_shared FROM ticket WHERE id = p_ticket;
  PERFORM 1 FROM content WHERE id = of_post FOR KEY SHARE;
  IF is_shared THEN
    SELECT shared_capacity INTO capacity_of_post FROM post_stock WHERE post_id = of_post FOR NO KEY UPDATE;
  END IF;
  SELECT * INTO t FROM ticket WHERE id = p_ticket FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF (t.stock_mode IN ('capped', 'global')) IS DISTINCT FROM is_shared THEN
    RAISE EXCEPTION 'the ticket changed its mode meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  UPDATE ticket SET
    sold = GREATEST(sold - p_quantity, 0),
    stock = CASE WHEN NOT manage_stock THEN 0
      ELSE GREATEST((CASE WHEN stock_mode = 'global' THEN capacity_of_post ELSE capacity END) - GREATEST(sold - p_quantity, 0), 0) END
    WHERE id = p_ticket;
  IF is_shared THEN
    UPDATE post_stock SET
      shared_taken = GREATEST(shared_taken - p_quantity, 0),
      shared_level = GREATEST(shared_capacity - GREATEST(shared_taken - p_quantity, 0), 0)
      WHERE post_id = of_post;
  END IF;
END $$;

-- Content knows which providers have tickets on it. The content is locked first, so that the list is read after every other change to it.
CREATE FUNCTION note_ticket_providers(p_post int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found text[];
BEGIN
  PERFORM 1 FROM content WHERE id = p_post FOR NO KEY UPDATE;
  SELECT COALESCE(array_agg(DISTINCT provider ORDER BY provider), '{}') INTO found FROM ticket WHERE post_id = p_post AND status <> 'trash';
  UPDATE content SET ticketed = found WHERE id = p_post AND ticketed IS DISTINCT FROM found;
END $$;
CREATE FUNCTION ticket_to_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_ticket_providers(OLD.post_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_ticket_providers(NEW.post_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_written AFTER INSERT OR DELETE OR UPDATE OF post_id, status, provider ON ticket FOR EACH ROW EXECUTE FUNCTION ticket_to_content();

-- Login names differ by more than their case.
CREATE UNIQUE INDEX user_account_login_lower ON user_account (lower(login));

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

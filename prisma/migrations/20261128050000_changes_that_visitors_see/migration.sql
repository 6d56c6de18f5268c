-- Drafts are seen by nobody but their editors: what changes of them alone is no change for whoever keeps responses for visitors. The session that writes
-- learns by a message which tables have changed, before its statement ends; all others by a notification, with the commit.
CREATE OR REPLACE FUNCTION tell_table_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('table_changed', TG_TABLE_NAME);
    RAISE INFO 'table_changed %', TG_TABLE_NAME;
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM pg_notify('table_changed', TG_TABLE_NAME);
    RAISE INFO 'table_changed %', TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

-- Whether no visitor can see anything of a content: not even as a part of the address of another one, or as the place of an event.
CREATE FUNCTION is_unseen_content(content_id integer, content_kind text, content_status text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT content_status IN ('draft', 'pending', 'auto-draft')
    AND NOT EXISTS (SELECT FROM content c WHERE c.parent_id = content_id AND c.kind <> 'attachment' AND c.status NOT IN ('draft', 'pending', 'auto-draft'))
    AND NOT (content_kind = 'venue' AND EXISTS (SELECT FROM event_venue v WHERE v.venue_id = content_id))
    AND NOT (content_kind = 'organizer' AND EXISTS (SELECT FROM event_organizer o WHERE o.organizer_id = content_id))
$$;

CREATE FUNCTION tell_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_seen boolean;
  appears boolean := false;
  detail text;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN is_seen := true;
  ELSE is_seen := EXISTS (SELECT FROM changed WHERE NOT is_unseen_content(id, kind, status));
  END IF;
  IF TG_OP = 'UPDATE' THEN
    is_seen := is_seen OR EXISTS (SELECT FROM former WHERE NOT is_unseen_content(id, kind, status));
    -- what was written beside it while it was a draft has not been told
    appears := EXISTS (SELECT FROM former f JOIN changed c ON c.id = f.id WHERE f.status IN ('draft', 'pending', 'auto-draft') AND c.status NOT IN ('draft', 'pending', 'auto-draft'));
  END IF;
  IF is_seen THEN
    PERFORM pg_notify('table_changed', TG_TABLE_NAME);
    RAISE INFO 'table_changed %', TG_TABLE_NAME;
  END IF;
  IF appears THEN
    FOREACH detail IN ARRAY ARRAY['content_term', 'event', 'event_venue', 'event_organizer', 'venue', 'organizer', 'revision', 'post_stock'] LOOP
      PERFORM pg_notify('table_changed', detail);
      RAISE INFO 'table_changed %', detail;
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

-- For tables whose rows belong to a content; the argument is the column that names it.
CREATE FUNCTION tell_detail_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_seen boolean;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN is_seen := true;
  ELSE
    is_seen := EXISTS (
      SELECT FROM changed d LEFT JOIN content c ON c.id = (to_jsonb(d) ->> TG_ARGV[0])::integer
      WHERE c.id IS NULL OR NOT is_unseen_content(c.id, c.kind, c.status)
    );
  END IF;
  IF is_seen THEN
    PERFORM pg_notify('table_changed', TG_TABLE_NAME);
    RAISE INFO 'table_changed %', TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON content REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_change();
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON content REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_change();
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON content REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_change();
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON content FOR EACH STATEMENT EXECUTE FUNCTION tell_content_change();
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON content_term REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON content_term REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON content_term REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON content_term FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON event_venue REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON event_venue REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON event_venue REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON event_venue FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON event_organizer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON event_organizer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON event_organizer REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON event_organizer FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('event_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON venue REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON venue REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON venue REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON venue FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON organizer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON organizer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON organizer REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON organizer FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON revision REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON revision REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON revision REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON revision FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('content_id');
CREATE OR REPLACE TRIGGER table_changed_inserted AFTER INSERT ON post_stock REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('post_id');
CREATE OR REPLACE TRIGGER table_changed_updated AFTER UPDATE ON post_stock REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('post_id');
CREATE OR REPLACE TRIGGER table_changed_deleted AFTER DELETE ON post_stock REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('post_id');
CREATE OR REPLACE TRIGGER table_changed_emptied AFTER TRUNCATE ON post_stock FOR EACH STATEMENT EXECUTE FUNCTION tell_detail_change('post_id');

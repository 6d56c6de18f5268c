-- Writes that can change the total of a list, by table: a total is remembered with the version of its tables and counted again once that has changed.
-- Rows are only inserted, one for each transaction and table, so that writers never wait for each other; a job adds them up.
CREATE TABLE "table_write" (
    "name" TEXT NOT NULL,
    "xid" BIGINT NOT NULL,
    "writes" BIGINT NOT NULL,
    CONSTRAINT "table_write_pkey" PRIMARY KEY ("name", "xid")
);

CREATE FUNCTION note_table_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO table_write (name, xid, writes) VALUES (TG_TABLE_NAME, pg_current_xact_id()::text::bigint, 1) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER total_changed AFTER INSERT OR DELETE OR TRUNCATE ON content FOR EACH STATEMENT EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed_by_update AFTER UPDATE ON content FOR EACH ROW
  WHEN ((OLD.kind, OLD.status, OLD.author_id, OLD.date_utc) IS DISTINCT FROM (NEW.kind, NEW.status, NEW.author_id, NEW.date_utc)) EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_term FOR EACH STATEMENT EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed AFTER INSERT OR DELETE OR TRUNCATE ON term FOR EACH STATEMENT EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed_by_update AFTER UPDATE ON term FOR EACH ROW
  WHEN ((OLD.taxonomy, OLD.parent_id) IS DISTINCT FROM (NEW.taxonomy, NEW.parent_id)) EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed AFTER INSERT OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed_by_update AFTER UPDATE ON event FOR EACH ROW
  WHEN ((OLD.status, OLD.start_utc, OLD.end_utc, OLD.hide_from_listings, OLD.featured) IS DISTINCT FROM (NEW.status, NEW.start_utc, NEW.end_utc, NEW.hide_from_listings, NEW.featured)) EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed AFTER INSERT OR DELETE OR TRUNCATE ON attendee FOR EACH STATEMENT EXECUTE FUNCTION note_table_write();
CREATE TRIGGER total_changed_by_update AFTER UPDATE ON attendee FOR EACH ROW
  WHEN ((OLD.status, OLD.post_id, OLD.ticket_id) IS DISTINCT FROM (NEW.status, NEW.post_id, NEW.ticket_id)) EXECUTE FUNCTION note_table_write();

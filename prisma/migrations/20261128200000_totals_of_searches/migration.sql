-- The total of a search depends on texts as well. They have a version of their own, so that an edited text does not change that of the other lists.
CREATE OR REPLACE FUNCTION note_table_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO table_write (name, xid, writes) VALUES (COALESCE(TG_ARGV[0], TG_TABLE_NAME), pg_current_xact_id()::text::bigint, 1) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER searched_text_changed AFTER UPDATE ON content FOR EACH ROW
  WHEN ((OLD.search_text, OLD.password) IS DISTINCT FROM (NEW.search_text, NEW.password)) EXECUTE FUNCTION note_table_write('searched_text');

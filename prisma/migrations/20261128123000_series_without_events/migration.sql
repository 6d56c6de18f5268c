-- A series goes with its last event, in the same transaction.
CREATE FUNCTION event_left_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM event_series WHERE id = OLD.series_id FOR UPDATE;
  DELETE FROM event_series WHERE id = OLD.series_id AND NOT EXISTS (SELECT FROM event WHERE series_id = OLD.series_id);
  RETURN NULL;
END $$;
CREATE TRIGGER event_series_left AFTER UPDATE OF series_id ON event FOR EACH ROW
  WHEN (OLD.series_id IS NOT NULL AND NEW.series_id IS DISTINCT FROM OLD.series_id) EXECUTE FUNCTION event_left_series();
CREATE TRIGGER event_series_deleted AFTER DELETE ON event FOR EACH ROW
  WHEN (OLD.series_id IS NOT NULL) EXECUTE FUNCTION event_left_series();
DELETE FROM event_series s WHERE NOT EXISTS (SELECT FROM event e WHERE e.series_id = s.id);

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "ticket_prices" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- Events know the regular prices of their published tickets, so that lists of events show a cost without reading tickets. The content is locked
-- first, as `note_ticket_providers` does, so that the prices are read after every other change to its tickets.
CREATE FUNCTION note_ticket_prices(p_post int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found bigint[];
BEGIN
  PERFORM 1 FROM content WHERE id = p_post FOR NO KEY UPDATE;
  SELECT COALESCE(array_agg(DISTINCT price_minor ORDER BY price_minor), '{}') INTO found FROM ticket WHERE post_id = p_post AND status = 'publish';
  UPDATE event SET ticket_prices = found WHERE content_id = p_post AND ticket_prices IS DISTINCT FROM found;
END $$;
CREATE FUNCTION ticket_prices_to_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_ticket_prices(OLD.post_id);
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.post_id IS DISTINCT FROM OLD.post_id) THEN
    PERFORM note_ticket_prices(NEW.post_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_price_listed AFTER INSERT OR DELETE ON ticket FOR EACH ROW EXECUTE FUNCTION ticket_prices_to_event();
CREATE TRIGGER ticket_price_changed AFTER UPDATE OF post_id, status, price_minor ON ticket FOR EACH ROW
  WHEN (OLD.price_minor <> NEW.price_minor OR OLD.status <> NEW.status OR OLD.post_id IS DISTINCT FROM NEW.post_id)
  EXECUTE FUNCTION ticket_prices_to_event();

UPDATE event SET ticket_prices = p.prices FROM (
  SELECT post_id, array_agg(DISTINCT price_minor ORDER BY price_minor) AS prices FROM ticket WHERE status = 'publish' AND post_id IS NOT NULL GROUP BY post_id
) p WHERE p.post_id = event.content_id;

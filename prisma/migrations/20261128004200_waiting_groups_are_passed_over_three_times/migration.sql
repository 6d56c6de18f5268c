-- AlterTable
ALTER TABLE "waiting_entry" ADD COLUMN     "passed_over" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "set_aside" INTEGER NOT NULL DEFAULT 0;

-- Few entries have places set aside: they are found without reading whole lists.
CREATE INDEX waiting_entry_set_aside ON waiting_entry (ticket_id) WHERE set_aside > 0;
ALTER TABLE waiting_entry ADD CONSTRAINT waiting_entry_set_aside_fits CHECK (set_aside >= 0 AND set_aside <= quantity);

-- Of each ticket the places that are free now, and the most that could ever be.
CREATE FUNCTION places_of_tickets(p_tickets int[]) RETURNS TABLE (id int, free int, most int) LANGUAGE sql STABLE AS $$
  SELECT t.id,
    CASE WHEN NOT t.manage_stock THEN 2147483647 WHEN t.stock_mode IN ('capped', 'global') THEN LEAST(t.stock, COALESCE(s.shared_level, 0)) ELSE t.stock END,
    CASE WHEN NOT t.manage_stock THEN 2147483647 WHEN t.stock_mode IN ('capped', 'global') THEN LEAST(t.capacity, COALESCE(s.shared_capacity, 0)) ELSE t.capacity END
  FROM ticket t LEFT JOIN post_stock s ON s.post_id = t.post_id WHERE t.id = ANY(p_tickets)
$$;

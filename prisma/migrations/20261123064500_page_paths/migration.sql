-- Slugs of a page and of those above it, from the top, each followed by a slash: what stands before the slug of a page below it. A page
-- without a slug is left out. The depth is bounded, so that pages which were brought below each other do not go round in circles.
CREATE FUNCTION "content_path" ("page" INTEGER) RETURNS TEXT LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above AS (
    SELECT c.slug, c.parent_id, 1 AS height FROM content c WHERE c.id = page
    UNION ALL
    SELECT c.slug, c.parent_id, above.height + 1 FROM above JOIN content c ON c.id = above.parent_id WHERE above.height < 50
  )
  SELECT coalesce(string_agg(slug || '/', '' ORDER BY height DESC), '') FROM above WHERE slug <> ''
$$;

-- Functions that PostGraphile needs in addition to the tables: the search and the two writes.
CREATE SCHEMA race;

CREATE FUNCTION race.found_events(first_word text, second_word text) RETURNS SETOF public.event LANGUAGE sql STABLE AS $$
  SELECT e.* FROM public.event e JOIN public.content c ON c.id = e.content_id
  WHERE e.status = 'publish' AND c.search_text LIKE first_word AND c.search_text LIKE second_word ORDER BY e.start_utc, e.content_id
$$;

CREATE FUNCTION race.register(of_ticket int, guest_name text, guest_email text) RETURNS public.attendee LANGUAGE sql VOLATILE AS $$
  WITH place AS (UPDATE public.ticket SET stock = stock - 1, sold = sold + 1 WHERE id = of_ticket AND stock > 0 RETURNING id, post_id, provider)
  INSERT INTO public.attendee (ticket_id, post_id, provider, order_hash, order_status, full_name, email, security_code, holds_place, search_text, email_text, sort_title, created_utc, modified_utc)
  SELECT id, post_id, provider, md5(random()::text), 'yes', guest_name, guest_email, substr(md5(random()::text), 1, 12), true, lower(guest_name), lower(guest_email), lower(guest_name), now(), now() FROM place
  RETURNING *
$$;

CREATE FUNCTION race.check_in(of_attendee int) RETURNS public.attendee LANGUAGE sql VOLATILE AS $$
  UPDATE public.attendee SET checked_in = true, checkin_at = now(), checkin_source = 'site', modified_utc = now()
  WHERE id = of_attendee AND NOT checked_in AND status = 'publish' AND order_status = 'yes' RETURNING *
$$;

-- Fields that hold one line never hold line breaks or other control characters, whichever way they come in: over REST, GraphQL,
-- a page, an import or a restored backup. Strangers' names otherwise begin records, lines and headers of their own in exports.

-- A run of control characters and line separators, with the blanks around it, becomes one blank.
CREATE FUNCTION on_one_line(line text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT btrim(regexp_replace(line, '\s*[\u0001-\u001F\u007F-\u009F\u2028\u2029][\s\u0001-\u001F\u007F-\u009F\u2028\u2029]*', ' ', 'g'))
$$;

CREATE FUNCTION keep_on_one_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_populate_record(NEW, (
    SELECT jsonb_object_agg(one.key, on_one_line(one.value)) FROM jsonb_each_text(to_jsonb(NEW)) one WHERE one.key = ANY (TG_ARGV)
  ));
END $$;

DO $$
DECLARE
  entry record;
  is_dirty text;
BEGIN
  FOR entry IN SELECT * FROM (VALUES
    ('attendee', ARRAY['full_name', 'email', 'sku', 'deleted_ticket_title', 'search_text', 'email_text', 'sort_title']),
    ('ticket', ARRAY['title', 'sku', 'sort_title']),
    ('ticket_order', ARRAY['purchaser_name', 'purchaser_email']),
    ('checkout', ARRAY['buyer_name', 'buyer_email']),
    ('waiting_entry', ARRAY['full_name', 'email', 'email_text']),
    ('user_account', ARRAY['display_name', 'first_name', 'last_name', 'nickname']),
    ('comment', ARRAY['author_name', 'author_email', 'author_url', 'author_agent']),
    ('data_request', ARRAY['name']),
    ('survey_response', ARRAY['email', 'first_name', 'last_name']),
    ('venue', ARRAY['address', 'city', 'country', 'province', 'state', 'state_province', 'zip', 'phone']),
    ('organizer', ARRAY['phone', 'email'])
  ) AS lines(name, fields)
  LOOP
    is_dirty := format(
      E'concat(%s) ~ ''[\\u0001-\\u001F\\u007F-\\u009F\\u2028\\u2029]''',
      (SELECT string_agg('%1$s' || quote_ident(field), ', ') FROM unnest(entry.fields) field)
    );
    EXECUTE format(
      'CREATE TRIGGER one_line BEFORE INSERT OR UPDATE ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_on_one_line(%s)',
      entry.name, format(is_dirty, 'NEW.'), (SELECT string_agg(quote_literal(field), ', ') FROM unnest(entry.fields) field)
    );
    -- the trigger cleans what is stored
    EXECUTE format('UPDATE %I SET %2$I = %2$I WHERE %3$s', entry.name, entry.fields[1], format(is_dirty, ''));
  END LOOP;
END $$;

-- What searches look into is stored folded since this version (src/core/text/fold.ts): Latin and Greek letters lose their accents.
CREATE FUNCTION folded_once(stored text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(replace(replace(replace(
    translate(normalize(regexp_replace(normalize(stored, NFD), '([a-zα-ω])[\u0300-\u036f]+', '\1', 'g'), NFC), 'øđðłı', 'oddli'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
UPDATE content SET search_text = folded_once(search_text) WHERE search_text ~ '[^\u0001-\u007f]';
UPDATE venue SET search_text = folded_once(search_text) WHERE search_text ~ '[^\u0001-\u007f]';
UPDATE organizer SET search_text = folded_once(search_text) WHERE search_text ~ '[^\u0001-\u007f]';
UPDATE ticket SET search_text = folded_once(search_text) WHERE search_text ~ '[^\u0001-\u007f]';
UPDATE attendee SET search_text = folded_once(search_text) WHERE search_text ~ '[^\u0001-\u007f]';
UPDATE map_marker SET search_text = folded_once(search_text) WHERE search_text ~ '[^\u0001-\u007f]';
DROP FUNCTION folded_once(text);

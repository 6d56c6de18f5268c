-- What the tables need before they exist. Kept by `npm run db:migration` before the generated part of the initial migration.

-- Text search by trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One number for every content, ticket, order and attendee. The function hides the sequence from the schema comparison, which would drop it.
CREATE SEQUENCE content_id_seq AS integer;
CREATE FUNCTION next_content_id() RETURNS integer LANGUAGE sql VOLATILE AS $$ SELECT nextval('content_id_seq')::integer $$;

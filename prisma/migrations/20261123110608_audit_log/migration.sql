-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "actor_id" INTEGER,
    "credential" TEXT NOT NULL DEFAULT '',
    "request_id" TEXT NOT NULL DEFAULT '',
    "face" TEXT NOT NULL DEFAULT '',
    "operation" TEXT NOT NULL DEFAULT '',
    "row_key" TEXT NOT NULL DEFAULT '',
    "before" JSONB,
    "after" JSONB,
    "erased" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_unsealed" (
    "entry_id" BIGINT NOT NULL,

    CONSTRAINT "audit_unsealed_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "audit_seal" (
    "position" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "entry_ids" BIGINT[],
    "digests" TEXT[],
    "link" TEXT NOT NULL,

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("position")
);

-- CreateIndex
CREATE INDEX "audit_entry_subject_row_key_idx" ON "audit_entry"("subject", "row_key");

-- CreateIndex
CREATE INDEX "audit_entry_actor_id_idx" ON "audit_entry"("actor_id");

-- What somebody changed, written with the change. The facts of the request stand in a setting of the transaction (`marquee.facts`); arguments are
-- the columns of the key, those whose values are secrets, and those that tell nothing.
CREATE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb;
  became jsonb;
  facts jsonb := coalesce(nullif(current_setting('marquee.facts', true), ''), '{}')::jsonb;
  keys text[] := TG_ARGV[0]::text[];
  secrets text[] := TG_ARGV[1]::text[];
  key jsonb;
  entry bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    became := to_jsonb(NEW) - TG_ARGV[2]::text[];
    key := audit_key(became, keys, secrets);
  ELSIF TG_OP = 'DELETE' THEN
    was := to_jsonb(OLD) - TG_ARGV[2]::text[];
    key := audit_key(was, keys, secrets);
  ELSE
    IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
    was := to_jsonb(OLD) - TG_ARGV[2]::text[];
    became := to_jsonb(NEW) - TG_ARGV[2]::text[];
    key := audit_key(was, keys, secrets);
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, became -> o.key) INTO was, became
      FROM jsonb_each(was) o WHERE o.value IS DISTINCT FROM became -> o.key;
    IF was IS NULL THEN RETURN NULL; END IF;
  END IF;
  IF TG_TABLE_NAME = 'setting' AND key::text ~ 'key|secret|token|password' THEN secrets := secrets || 'value'::text; END IF;
  IF current_setting('marquee.audit_erasing', true) = 'on' THEN
    -- only which columns: what an erasure takes away must not be kept here
    SELECT jsonb_object_agg(k, '(erased)') INTO became FROM jsonb_object_keys(coalesce(became, was)) k;
    was := NULL;
  ELSE
    was := audit_shown(was, secrets);
    became := audit_shown(became, secrets);
  END IF;
  INSERT INTO audit_entry (at, action, subject, actor_id, credential, request_id, face, operation, row_key, before, after)
    VALUES (clock_timestamp(), lower(TG_OP), TG_TABLE_NAME, (facts ->> 'actor')::int, coalesce(facts ->> 'credential', ''),
      coalesce(facts ->> 'request', ''), coalesce(facts ->> 'face', ''), coalesce(facts ->> 'operation', ''), key::text, was, became)
    RETURNING id INTO entry;
  INSERT INTO audit_unsealed (entry_id) VALUES (entry);
  RETURN NULL;
END $$;

-- The key of a row as a list; what opens something is hashed.
CREATE FUNCTION audit_key(given jsonb, keys text[], secrets text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  name text;
  made jsonb := '[]';
BEGIN
  FOREACH name IN ARRAY keys LOOP
    IF name = ANY (secrets) THEN made := made || to_jsonb(left(encode(sha256(convert_to(given ->> name, 'UTF8')), 'hex'), 16));
    ELSE made := made || jsonb_build_array(given -> name);
    END IF;
  END LOOP;
  RETURN made;
END $$;

-- Values without secrets; of a long one its beginning, its length and its SHA-256.
CREATE FUNCTION audit_shown(given jsonb, secrets text[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  name text;
BEGIN
  IF given IS NULL THEN RETURN NULL; END IF;
  FOREACH name IN ARRAY secrets LOOP
    IF given ? name AND given -> name <> 'null' THEN given := given || jsonb_build_object(name, '(not shown)'); END IF;
  END LOOP;
  IF pg_column_size(given) > 6000 THEN
    SELECT jsonb_object_agg(e.key, CASE WHEN length(e.value::text) <= 2000 THEN e.value
      ELSE jsonb_build_object('begins', left(e.value #>> '{}', 200), 'characters', length(e.value #>> '{}'),
        'sha256', encode(sha256(convert_to(e.value #>> '{}', 'UTF8')), 'hex')) END)
      INTO given FROM jsonb_each(given) e;
  END IF;
  RETURN given;
END $$;

-- Nothing that was written is altered, but where a person is erased; nothing goes before its time is over.
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_entry' AND current_setting('marquee.audit_erasing', true) = 'on' THEN
    NEW.erased := true;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_entry' AND current_setting('marquee.audit_expiring', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'The audit log is only added to (%)', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_refuse BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse BEFORE UPDATE OR DELETE ON audit_seal FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_emptying BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_emptying BEFORE TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

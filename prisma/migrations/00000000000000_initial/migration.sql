-- What the tables need before they exist. Kept by `npm run db:migration` before the generated part of the initial migration.

-- Text search by trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One number for every content, ticket, order and attendee. The function hides the sequence from the schema comparison, which would drop it.
CREATE SEQUENCE content_id_seq AS integer;
CREATE FUNCTION next_content_id() RETURNS integer LANGUAGE sql VOLATILE AS $$ SELECT nextval('content_id_seq')::integer $$;

-- CreateTable
CREATE TABLE "content" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL DEFAULT '',
    "excerpt" TEXT NOT NULL DEFAULT '',
    "slug" TEXT NOT NULL DEFAULT '',
    "author_id" INTEGER,
    "password" TEXT NOT NULL DEFAULT '',
    "parent_id" INTEGER,
    "menu_order" INTEGER NOT NULL DEFAULT 0,
    "comment_status" TEXT NOT NULL DEFAULT 'open',
    "ping_status" TEXT NOT NULL DEFAULT 'open',
    "guid" TEXT NOT NULL DEFAULT '',
    "date_local" TIMESTAMP(0) NOT NULL,
    "date_utc" TIMESTAMPTZ(0),
    "modified_local" TIMESTAMP(0) NOT NULL,
    "modified_utc" TIMESTAMPTZ(0) NOT NULL,
    "featured_media_id" INTEGER,
    "format" TEXT NOT NULL DEFAULT 'standard',
    "template" TEXT NOT NULL DEFAULT '',
    "sticky" BOOLEAN NOT NULL DEFAULT false,
    "meta" JSONB NOT NULL DEFAULT '{}',
    "trashed_from" TEXT,
    "trashed_at" TIMESTAMPTZ(0),
    "desired_slug" TEXT NOT NULL DEFAULT '',
    "revision_count" INTEGER NOT NULL DEFAULT 0,
    "latest_revision_id" INTEGER,
    "search_text" TEXT NOT NULL DEFAULT '',
    "sort_title" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "content_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revision" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "content_id" INTEGER NOT NULL,
    "author_id" INTEGER,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "footnotes" TEXT NOT NULL DEFAULT '',
    "created_local" TIMESTAMP(0) NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "content_id" INTEGER NOT NULL,
    "file" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "file_size" INTEGER,
    "alt_text" TEXT NOT NULL DEFAULT '',
    "sizes" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "media_pkey" PRIMARY KEY ("content_id")
);

-- CreateTable
CREATE TABLE "term" (
    "id" SERIAL NOT NULL,
    "taxonomy" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "parent_id" INTEGER,
    "count" INTEGER NOT NULL DEFAULT 0,
    "sort_name" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "term_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_term" (
    "content_id" INTEGER NOT NULL,
    "term_id" INTEGER NOT NULL,

    CONSTRAINT "content_term_pkey" PRIMARY KEY ("content_id","term_id")
);

-- CreateTable
CREATE TABLE "event" (
    "content_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "start_local" TIMESTAMP(0) NOT NULL,
    "end_local" TIMESTAMP(0) NOT NULL,
    "start_utc" TIMESTAMPTZ(0) NOT NULL,
    "end_utc" TIMESTAMPTZ(0) NOT NULL,
    "timezone" TEXT NOT NULL,
    "duration_seconds" INTEGER NOT NULL,
    "all_day" BOOLEAN NOT NULL DEFAULT false,
    "website" TEXT,
    "costs" TEXT[],
    "currency_symbol" TEXT NOT NULL DEFAULT '',
    "currency_code" TEXT NOT NULL DEFAULT '',
    "currency_position" TEXT NOT NULL DEFAULT '',
    "show_map" BOOLEAN NOT NULL DEFAULT false,
    "show_map_link" BOOLEAN NOT NULL DEFAULT false,
    "hide_from_listings" BOOLEAN NOT NULL DEFAULT false,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "lineage" TEXT[],
    "custom_fields" JSONB NOT NULL DEFAULT '{}',
    "import_record_id" INTEGER,

    CONSTRAINT "event_pkey" PRIMARY KEY ("content_id")
);

-- CreateTable
CREATE TABLE "venue" (
    "content_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL DEFAULT '',
    "province" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT '',
    "state_province" TEXT NOT NULL DEFAULT '',
    "zip" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "show_map" BOOLEAN NOT NULL DEFAULT true,
    "show_map_link" BOOLEAN NOT NULL DEFAULT true,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "lineage" TEXT[],
    "search_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "venue_pkey" PRIMARY KEY ("content_id")
);

-- CreateTable
CREATE TABLE "organizer" (
    "content_id" INTEGER NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "lineage" TEXT[],
    "search_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "organizer_pkey" PRIMARY KEY ("content_id")
);

-- CreateTable
CREATE TABLE "event_venue" (
    "event_id" INTEGER NOT NULL,
    "venue_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "event_venue_pkey" PRIMARY KEY ("event_id","venue_id")
);

-- CreateTable
CREATE TABLE "event_organizer" (
    "event_id" INTEGER NOT NULL,
    "organizer_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "event_organizer_pkey" PRIMARY KEY ("event_id","organizer_id")
);

-- CreateTable
CREATE TABLE "user_account" (
    "id" SERIAL NOT NULL,
    "login" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL DEFAULT '',
    "display_name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "extra_capabilities" JSONB NOT NULL DEFAULT '{}',
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "nickname" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT 'en_US',
    "registered_at" TIMESTAMPTZ(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application_password" (
    "uuid" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "app_id" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "last_used_at" TIMESTAMPTZ(0),
    "last_ip" TEXT,

    CONSTRAINT "application_password_pkey" PRIMARY KEY ("uuid")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "ip" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "embed_cache" (
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "embed_cache_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "content_kind_status_date_local_id_idx" ON "content"("kind", "status", "date_local" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "content_kind_status_modified_local_id_idx" ON "content"("kind", "status", "modified_local" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "content_kind_status_sort_title_id_idx" ON "content"("kind", "status", "sort_title", "id");

-- CreateIndex
CREATE INDEX "content_kind_status_slug_id_idx" ON "content"("kind", "status", "slug", "id");

-- CreateIndex
CREATE INDEX "content_kind_status_author_id_id_idx" ON "content"("kind", "status", "author_id", "id");

-- CreateIndex
CREATE INDEX "content_kind_status_parent_id_id_idx" ON "content"("kind", "status", "parent_id", "id");

-- CreateIndex
CREATE INDEX "content_kind_status_menu_order_id_idx" ON "content"("kind", "status", "menu_order", "id");

-- CreateIndex
CREATE INDEX "content_kind_status_id_idx" ON "content"("kind", "status", "id");

-- CreateIndex
CREATE INDEX "content_kind_slug_idx" ON "content"("kind", "slug");

-- CreateIndex
CREATE INDEX "content_author_id_idx" ON "content"("author_id");

-- CreateIndex
CREATE INDEX "content_parent_id_idx" ON "content"("parent_id");

-- CreateIndex
CREATE INDEX "content_featured_media_id_idx" ON "content"("featured_media_id");

-- CreateIndex
CREATE INDEX "content_status_date_utc_idx" ON "content"("status", "date_utc");

-- CreateIndex
CREATE INDEX "content_search_text_idx" ON "content" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "revision_content_id_id_idx" ON "revision"("content_id", "id" DESC);

-- CreateIndex
CREATE INDEX "revision_author_id_idx" ON "revision"("author_id");

-- CreateIndex
CREATE INDEX "term_taxonomy_sort_name_id_idx" ON "term"("taxonomy", "sort_name", "id");

-- CreateIndex
CREATE INDEX "term_taxonomy_count_id_idx" ON "term"("taxonomy", "count", "id");

-- CreateIndex
CREATE INDEX "term_parent_id_idx" ON "term"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "term_taxonomy_slug_key" ON "term"("taxonomy", "slug");

-- CreateIndex
CREATE INDEX "content_term_term_id_content_id_idx" ON "content_term"("term_id", "content_id");

-- CreateIndex
CREATE INDEX "event_status_hide_from_listings_start_utc_content_id_end_ut_idx" ON "event"("status", "hide_from_listings", "start_utc", "content_id", "end_utc");

-- CreateIndex
CREATE INDEX "event_status_start_utc_content_id_end_utc_idx" ON "event"("status", "start_utc", "content_id", "end_utc");

-- CreateIndex
CREATE INDEX "event_status_end_utc_content_id_idx" ON "event"("status", "end_utc", "content_id");

-- CreateIndex
CREATE INDEX "event_status_featured_start_utc_content_id_idx" ON "event"("status", "featured", "start_utc", "content_id");

-- CreateIndex
CREATE INDEX "event_start_utc_content_id_idx" ON "event"("start_utc", "content_id");

-- CreateIndex
CREATE INDEX "event_end_utc_content_id_idx" ON "event"("end_utc", "content_id");

-- CreateIndex
CREATE INDEX "event_import_record_id_idx" ON "event"("import_record_id");

-- CreateIndex
CREATE INDEX "event_lineage_idx" ON "event" USING GIN ("lineage");

-- CreateIndex
CREATE INDEX "venue_search_text_idx" ON "venue" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "venue_lineage_idx" ON "venue" USING GIN ("lineage");

-- CreateIndex
CREATE INDEX "organizer_search_text_idx" ON "organizer" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "organizer_lineage_idx" ON "organizer" USING GIN ("lineage");

-- CreateIndex
CREATE INDEX "event_venue_venue_id_event_id_idx" ON "event_venue"("venue_id", "event_id");

-- CreateIndex
CREATE INDEX "event_organizer_organizer_id_event_id_idx" ON "event_organizer"("organizer_id", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_login_key" ON "user_account"("login");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_slug_key" ON "user_account"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "application_password_secret_hash_key" ON "application_password"("secret_hash");

-- CreateIndex
CREATE INDEX "application_password_user_id_created_at_idx" ON "application_password"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "embed_cache_expires_at_idx" ON "embed_cache"("expires_at");

-- AddForeignKey
ALTER TABLE "content" ADD CONSTRAINT "content_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content" ADD CONSTRAINT "content_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "content"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content" ADD CONSTRAINT "content_featured_media_id_fkey" FOREIGN KEY ("featured_media_id") REFERENCES "content"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "term" ADD CONSTRAINT "term_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "term"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_term" ADD CONSTRAINT "content_term_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_term" ADD CONSTRAINT "content_term_term_id_fkey" FOREIGN KEY ("term_id") REFERENCES "term"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "venue" ADD CONSTRAINT "venue_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organizer" ADD CONSTRAINT "organizer_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_venue" ADD CONSTRAINT "event_venue_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("content_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_venue" ADD CONSTRAINT "event_venue_venue_id_fkey" FOREIGN KEY ("venue_id") REFERENCES "venue"("content_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_organizer" ADD CONSTRAINT "event_organizer_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("content_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_organizer" ADD CONSTRAINT "event_organizer_organizer_id_fkey" FOREIGN KEY ("organizer_id") REFERENCES "organizer"("content_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_password" ADD CONSTRAINT "application_password_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot say. Kept by `npm run db:migration` behind the generated part of the initial migration.

-- A slug names one content of its kind; drafts may wait with any slug.
CREATE UNIQUE INDEX content_kind_slug_unique ON content (kind, slug)
  WHERE slug <> '' AND status NOT IN ('draft', 'pending', 'auto-draft');

-- Orders must not depend on the server's locale: both databases sort these columns by code point.
ALTER TABLE content ALTER COLUMN sort_title TYPE text COLLATE "C";
ALTER TABLE content ALTER COLUMN slug TYPE text COLLATE "C";
ALTER TABLE content ALTER COLUMN search_text TYPE text COLLATE "C";
ALTER TABLE term ALTER COLUMN sort_name TYPE text COLLATE "C";

-- Events keep a copy of their content's status, so that lists of events find what they may show by one index.
CREATE FUNCTION copy_status_to_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event SET status = NEW.status WHERE content_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER content_status_to_event AFTER UPDATE OF status ON content FOR EACH ROW
  WHEN (NEW.kind = 'event' AND OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION copy_status_to_event();

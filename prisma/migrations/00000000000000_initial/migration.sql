-- What the tables need before they exist. Kept by `npm run db:migration` before the generated part of the initial migration.

-- Text search by trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One number for every content, ticket, order and attendee. The function hides the sequence from the schema comparison, which would drop it.
CREATE SEQUENCE content_id_seq AS integer;
CREATE FUNCTION next_content_id() RETURNS integer LANGUAGE sql VOLATILE AS $$ SELECT nextval('content_id_seq')::integer $$;

-- CreateTable
CREATE TABLE "comment" (
    "id" SERIAL NOT NULL,
    "content_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "user_id" INTEGER,
    "author_name" TEXT NOT NULL DEFAULT '',
    "author_email" TEXT NOT NULL DEFAULT '',
    "author_url" TEXT NOT NULL DEFAULT '',
    "author_ip" TEXT NOT NULL DEFAULT '',
    "author_agent" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "status_before" TEXT,
    "created_local" TIMESTAMP(0) NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "trashed_at" TIMESTAMPTZ(0),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

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
    "ticketed" TEXT[] DEFAULT ARRAY[]::TEXT[],
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
    "costs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "currency_symbol" TEXT NOT NULL DEFAULT '',
    "currency_code" TEXT NOT NULL DEFAULT '',
    "currency_position" TEXT NOT NULL DEFAULT '',
    "show_map" BOOLEAN NOT NULL DEFAULT false,
    "show_map_link" BOOLEAN NOT NULL DEFAULT false,
    "hide_from_listings" BOOLEAN NOT NULL DEFAULT false,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "lineage" TEXT[] DEFAULT ARRAY[]::TEXT[],
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
    "lineage" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "search_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "venue_pkey" PRIMARY KEY ("content_id")
);

-- CreateTable
CREATE TABLE "organizer" (
    "content_id" INTEGER NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "lineage" TEXT[] DEFAULT ARRAY[]::TEXT[],
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
CREATE TABLE "idempotency_key" (
    "key_hash" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "attempt" UUID NOT NULL,
    "answer" BYTEA,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("key_hash")
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

-- CreateTable
CREATE TABLE "ticket" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "post_id" INTEGER,
    "provider" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "show_description" BOOLEAN NOT NULL DEFAULT true,
    "price" TEXT NOT NULL DEFAULT '0',
    "price_minor" BIGINT NOT NULL DEFAULT 0,
    "sale_enabled" BOOLEAN NOT NULL DEFAULT false,
    "sale_price" TEXT NOT NULL DEFAULT '',
    "sale_price_minor" BIGINT NOT NULL DEFAULT 0,
    "sale_start" TEXT NOT NULL DEFAULT '',
    "sale_end" TEXT NOT NULL DEFAULT '',
    "start_date" TEXT NOT NULL DEFAULT '',
    "start_time" TEXT NOT NULL DEFAULT '',
    "end_date" TEXT NOT NULL DEFAULT '',
    "end_time" TEXT NOT NULL DEFAULT '',
    "opens_at" TIMESTAMPTZ(0),
    "closes_at" TIMESTAMPTZ(0),
    "start_manual" BOOLEAN NOT NULL DEFAULT false,
    "end_manual" BOOLEAN NOT NULL DEFAULT false,
    "sku" TEXT,
    "iac" TEXT NOT NULL DEFAULT 'none',
    "menu_order" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'publish',
    "author_id" INTEGER,
    "manage_stock" BOOLEAN NOT NULL DEFAULT false,
    "stock_mode" TEXT NOT NULL DEFAULT '',
    "capacity" INTEGER NOT NULL DEFAULT -1,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "sold" INTEGER NOT NULL DEFAULT 0,
    "show_not_going" BOOLEAN NOT NULL DEFAULT false,
    "lineage" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "search_text" TEXT NOT NULL DEFAULT '',
    "sort_title" TEXT NOT NULL DEFAULT '',
    "slug" TEXT NOT NULL DEFAULT '',
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "modified_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "post_stock" (
    "post_id" INTEGER NOT NULL,
    "shared_enabled" BOOLEAN NOT NULL DEFAULT false,
    "shared_capacity" INTEGER NOT NULL DEFAULT 0,
    "shared_taken" INTEGER NOT NULL DEFAULT 0,
    "shared_level" INTEGER NOT NULL DEFAULT 0,
    "hide_attendees_list" BOOLEAN NOT NULL DEFAULT false,
    "deleted_attendees" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "post_stock_pkey" PRIMARY KEY ("post_id")
);

-- CreateTable
CREATE TABLE "ticket_order" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "provider" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "gateway" TEXT NOT NULL DEFAULT 'manual',
    "hash" TEXT NOT NULL,
    "purchaser_user_id" INTEGER,
    "purchaser_name" TEXT NOT NULL DEFAULT '',
    "purchaser_email" TEXT NOT NULL DEFAULT '',
    "total_minor" BIGINT NOT NULL DEFAULT 0,
    "subtotal_minor" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "modified_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "ticket_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket_order_item" (
    "order_id" INTEGER NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_minor" BIGINT NOT NULL,
    "regular_price_minor" BIGINT NOT NULL,
    "sub_total_minor" BIGINT NOT NULL,

    CONSTRAINT "ticket_order_item_pkey" PRIMARY KEY ("order_id","ticket_id")
);

-- CreateTable
CREATE TABLE "ticket_order_status_log" (
    "order_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "ticket_order_status_log_pkey" PRIMARY KEY ("order_id","position")
);

-- CreateTable
CREATE TABLE "attendee" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "ticket_id" INTEGER NOT NULL,
    "deleted_ticket_title" TEXT,
    "post_id" INTEGER,
    "provider" TEXT NOT NULL,
    "order_id" INTEGER,
    "order_hash" TEXT NOT NULL DEFAULT '',
    "order_status" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "user_id" INTEGER,
    "optout" BOOLEAN NOT NULL DEFAULT false,
    "sku" TEXT NOT NULL DEFAULT '',
    "security_code" TEXT NOT NULL,
    "price_paid_minor" BIGINT,
    "currency" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'publish',
    "holds_place" BOOLEAN NOT NULL DEFAULT false,
    "checked_in" BOOLEAN NOT NULL DEFAULT false,
    "checkin_at" TIMESTAMPTZ(0),
    "checkin_source" TEXT NOT NULL DEFAULT '',
    "checkin_author" INTEGER NOT NULL DEFAULT 0,
    "checkin_device" TEXT NOT NULL DEFAULT '',
    "qr_mark" BOOLEAN NOT NULL DEFAULT false,
    "ticket_sent" INTEGER NOT NULL DEFAULT 0,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "source" TEXT NOT NULL DEFAULT '',
    "author_id" INTEGER NOT NULL DEFAULT 0,
    "request_key" TEXT,
    "search_text" TEXT NOT NULL DEFAULT '',
    "email_text" TEXT NOT NULL DEFAULT '',
    "sort_title" TEXT NOT NULL DEFAULT '',
    "lineage" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_utc" TIMESTAMPTZ(0) NOT NULL,
    "modified_utc" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "attendee_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cart" (
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "updated_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "cart_item" (
    "cart_hash" TEXT NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "optout" BOOLEAN NOT NULL DEFAULT false,
    "iac" TEXT NOT NULL DEFAULT 'none',
    "position" SERIAL NOT NULL,

    CONSTRAINT "cart_item_pkey" PRIMARY KEY ("cart_hash","ticket_id")
);

-- CreateTable
CREATE TABLE "cart_meta" (
    "cart_hash" TEXT NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "items" JSONB NOT NULL,

    CONSTRAINT "cart_meta_pkey" PRIMARY KEY ("cart_hash","ticket_id")
);

-- CreateTable
CREATE TABLE "ticket_scans" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "scan_count" INTEGER NOT NULL DEFAULT 0,
    "last_scan_at" TIMESTAMPTZ(0),

    CONSTRAINT "ticket_scans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_run" (
    "id" SERIAL NOT NULL,
    "format" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_hash" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "records_done" INTEGER NOT NULL DEFAULT 0,
    "tally" JSONB NOT NULL DEFAULT '{}',
    "started_at" TIMESTAMPTZ(0) NOT NULL,
    "finished_at" TIMESTAMPTZ(0),

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_note" (
    "id" SERIAL NOT NULL,
    "run_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "source_id" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "import_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_reference" (
    "run_id" INTEGER NOT NULL,
    "source_id" TEXT NOT NULL,
    "content_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "is_new" BOOLEAN NOT NULL,
    "parent_source" TEXT,
    "thumbnail_source" TEXT,

    CONSTRAINT "import_reference_pkey" PRIMARY KEY ("run_id","source_id")
);

-- CreateTable
CREATE TABLE "import_term_parent" (
    "run_id" INTEGER NOT NULL,
    "term_id" INTEGER NOT NULL,
    "taxonomy" TEXT NOT NULL,
    "parent" TEXT NOT NULL,

    CONSTRAINT "import_term_parent_pkey" PRIMARY KEY ("run_id","term_id")
);

-- CreateTable
CREATE TABLE "imported_content" (
    "key" TEXT NOT NULL,
    "content_id" INTEGER NOT NULL,

    CONSTRAINT "imported_content_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "imported_comment" (
    "content_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "comment_id" INTEGER,
    "source_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "imported_comment_pkey" PRIMARY KEY ("content_id","key")
);

-- CreateTable
CREATE TABLE "imported_author" (
    "source" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "run_id" INTEGER,

    CONSTRAINT "imported_author_pkey" PRIMARY KEY ("source","login")
);

-- CreateTable
CREATE TABLE "imported_meta" (
    "id" SERIAL NOT NULL,
    "content_id" INTEGER,
    "term_id" INTEGER,
    "comment_id" INTEGER,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "imported_meta_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "comment_content_id_status_created_utc_id_idx" ON "comment"("content_id", "status", "created_utc", "id");

-- CreateIndex
CREATE INDEX "comment_status_created_utc_id_idx" ON "comment"("status", "created_utc", "id");

-- CreateIndex
CREATE INDEX "comment_user_id_status_idx" ON "comment"("user_id", "status");

-- CreateIndex
CREATE INDEX "comment_author_email_idx" ON "comment"("author_email");

-- CreateIndex
CREATE INDEX "comment_parent_id_idx" ON "comment"("parent_id");

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
CREATE INDEX "content_kind_status_sticky_date_local_id_idx" ON "content"("kind", "status", "sticky", "date_local" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "content_kind_status_format_date_local_id_idx" ON "content"("kind", "status", "format", "date_local" DESC, "id" DESC);

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
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

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

-- CreateIndex
CREATE INDEX "ticket_post_id_status_idx" ON "ticket"("post_id", "status");

-- CreateIndex
CREATE INDEX "ticket_provider_idx" ON "ticket"("provider");

-- CreateIndex
CREATE INDEX "ticket_author_id_idx" ON "ticket"("author_id");

-- CreateIndex
CREATE INDEX "ticket_sort_title_id_idx" ON "ticket"("sort_title", "id");

-- CreateIndex
CREATE INDEX "ticket_slug_id_idx" ON "ticket"("slug", "id");

-- CreateIndex
CREATE INDEX "ticket_created_utc_idx" ON "ticket"("created_utc");

-- CreateIndex
CREATE INDEX "ticket_search_text_idx" ON "ticket" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "ticket_order_hash_key" ON "ticket_order"("hash");

-- CreateIndex
CREATE INDEX "ticket_order_status_id_idx" ON "ticket_order"("status", "id");

-- CreateIndex
CREATE INDEX "ticket_order_purchaser_user_id_idx" ON "ticket_order"("purchaser_user_id");

-- CreateIndex
CREATE INDEX "ticket_order_item_ticket_id_idx" ON "ticket_order_item"("ticket_id");

-- CreateIndex
CREATE UNIQUE INDEX "attendee_security_code_key" ON "attendee"("security_code");

-- CreateIndex
CREATE UNIQUE INDEX "attendee_request_key_key" ON "attendee"("request_key");

-- CreateIndex
CREATE INDEX "attendee_ticket_id_status_id_idx" ON "attendee"("ticket_id", "status", "id");

-- CreateIndex
CREATE INDEX "attendee_post_id_status_id_idx" ON "attendee"("post_id", "status", "id");

-- CreateIndex
CREATE INDEX "attendee_order_id_idx" ON "attendee"("order_id");

-- CreateIndex
CREATE INDEX "attendee_user_id_idx" ON "attendee"("user_id");

-- CreateIndex
CREATE INDEX "attendee_created_utc_id_idx" ON "attendee"("created_utc", "id");

-- CreateIndex
CREATE INDEX "attendee_sort_title_id_idx" ON "attendee"("sort_title", "id");

-- CreateIndex
CREATE INDEX "attendee_search_text_idx" ON "attendee" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "attendee_email_text_idx" ON "attendee" USING GIN ("email_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "cart_expires_at_idx" ON "cart"("expires_at");

-- CreateIndex
CREATE INDEX "cart_item_ticket_id_idx" ON "cart_item"("ticket_id");

-- CreateIndex
CREATE INDEX "import_run_file_hash_idx" ON "import_run"("file_hash");

-- CreateIndex
CREATE INDEX "import_note_run_id_id_idx" ON "import_note"("run_id", "id");

-- CreateIndex
CREATE INDEX "import_reference_run_id_content_id_idx" ON "import_reference"("run_id", "content_id");

-- CreateIndex
CREATE INDEX "imported_content_content_id_idx" ON "imported_content"("content_id");

-- CreateIndex
CREATE INDEX "imported_comment_comment_id_idx" ON "imported_comment"("comment_id");

-- CreateIndex
CREATE INDEX "imported_author_user_id_idx" ON "imported_author"("user_id");

-- CreateIndex
CREATE INDEX "imported_meta_content_id_id_idx" ON "imported_meta"("content_id", "id");

-- CreateIndex
CREATE INDEX "imported_meta_term_id_id_idx" ON "imported_meta"("term_id", "id");

-- CreateIndex
CREATE INDEX "imported_meta_comment_id_id_idx" ON "imported_meta"("comment_id", "id");

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "comment"("id") ON DELETE SET NULL ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "content"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_stock" ADD CONSTRAINT "post_stock_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_order" ADD CONSTRAINT "ticket_order_purchaser_user_id_fkey" FOREIGN KEY ("purchaser_user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_order_item" ADD CONSTRAINT "ticket_order_item_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "ticket_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_order_status_log" ADD CONSTRAINT "ticket_order_status_log_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "ticket_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "content"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "ticket_order"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_cart_hash_fkey" FOREIGN KEY ("cart_hash") REFERENCES "cart"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_meta" ADD CONSTRAINT "cart_meta_cart_hash_ticket_id_fkey" FOREIGN KEY ("cart_hash", "ticket_id") REFERENCES "cart_item"("cart_hash", "ticket_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_note" ADD CONSTRAINT "import_note_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "import_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_reference" ADD CONSTRAINT "import_reference_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "import_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_term_parent" ADD CONSTRAINT "import_term_parent_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "import_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_content" ADD CONSTRAINT "imported_content_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_comment" ADD CONSTRAINT "imported_comment_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_comment" ADD CONSTRAINT "imported_comment_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_author" ADD CONSTRAINT "imported_author_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_meta" ADD CONSTRAINT "imported_meta_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "content"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_meta" ADD CONSTRAINT "imported_meta_term_id_fkey" FOREIGN KEY ("term_id") REFERENCES "term"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_meta" ADD CONSTRAINT "imported_meta_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- Titles of tickets and attendees sort by code point as well.
ALTER TABLE ticket ALTER COLUMN sort_title TYPE text COLLATE "C";
ALTER TABLE ticket ALTER COLUMN slug TYPE text COLLATE "C";
ALTER TABLE ticket ALTER COLUMN search_text TYPE text COLLATE "C";
ALTER TABLE attendee ALTER COLUMN sort_title TYPE text COLLATE "C";
ALTER TABLE attendee ALTER COLUMN search_text TYPE text COLLATE "C";
ALTER TABLE attendee ALTER COLUMN email_text TYPE text COLLATE "C";

ALTER TABLE ticket ADD CONSTRAINT ticket_stock_not_negative CHECK (stock >= 0);
ALTER TABLE ticket ADD CONSTRAINT ticket_sold_not_negative CHECK (sold >= 0);
ALTER TABLE post_stock ADD CONSTRAINT post_stock_level_not_negative CHECK (shared_level >= 0 AND shared_taken >= 0);
ALTER TABLE cart_item ADD CONSTRAINT cart_item_quantity_positive CHECK (quantity > 0);

-- The only ways in which places change hands. Rows are locked in one order everywhere: the post, its shared stock, then tickets by id.
-- `take_places` answers `taken`, `short` (nothing is changed then) or `gone`, and the places that were free before. Quantity 0 only makes
-- sure that the ticket stays while the caller's transaction lasts.
CREATE FUNCTION take_places(p_ticket int, p_quantity int, OUT outcome text, OUT available int) LANGUAGE plpgsql AS $$
DECLARE
  of_post int;
  is_shared boolean;
  level int := 0;
  t ticket%ROWTYPE;
BEGIN
  available := 0;
  SELECT post_id, stock_mode IN ('capped', 'global') INTO of_post, is_shared FROM ticket WHERE id = p_ticket;
  PERFORM 1 FROM content WHERE id = of_post FOR KEY SHARE;
  IF is_shared THEN
    SELECT shared_level INTO level FROM post_stock WHERE post_id = of_post FOR NO KEY UPDATE;
  END IF;
  SELECT * INTO t FROM ticket WHERE id = p_ticket FOR NO KEY UPDATE;
  IF NOT FOUND OR t.post_id IS NULL OR t.status = 'trash' THEN
    outcome := 'gone';
    RETURN;
  END IF;
  IF (t.stock_mode IN ('capped', 'global')) IS DISTINCT FROM is_shared THEN
    RAISE EXCEPTION 'the ticket changed its mode meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  available := CASE WHEN NOT t.manage_stock THEN -1 WHEN is_shared THEN LEAST(t.stock, COALESCE(level, 0)) ELSE t.stock END;
  IF available <> -1 AND available < p_quantity THEN
    outcome := 'short';
    RETURN;
  END IF;
  outcome := 'taken';
  IF p_quantity = 0 THEN
    RETURN;
  END IF;
  UPDATE ticket SET sold = sold + p_quantity, stock = CASE WHEN manage_stock THEN stock - p_quantity ELSE 0 END WHERE id = p_ticket;
  IF is_shared THEN
    UPDATE post_stock SET shared_taken = shared_taken + p_quantity, shared_level = shared_level - p_quantity WHERE post_id = of_post;
  END IF;
END $$;

-- Places come back up to the capacity: where an administrator lowered it below what is sold, none becomes free until the excess is gone.
CREATE FUNCTION give_places(p_ticket int, p_quantity int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_post int;
  is_shared boolean;
  capacity_of_post int := 0;
  t ticket%ROWTYPE;
BEGIN
  SELECT post_id, stock_mode IN ('capped', 'global') INTO of_post, is_shared FROM ticket WHERE id = p_ticket;
  PERFORM 1 FROM content WHERE id = of_post FOR KEY SHARE;
  IF is_shared THEN
    SELECT shared_capacity INTO capacity_of_post FROM post_stock WHERE post_id = of_post FOR NO KEY UPDATE;
  END IF;
  SELECT * INTO t FROM ticket WHERE id = p_ticket FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF (t.stock_mode IN ('capped', 'global')) IS DISTINCT FROM is_shared THEN
    RAISE EXCEPTION 'the ticket changed its mode meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  UPDATE ticket SET
    sold = GREATEST(sold - p_quantity, 0),
    stock = CASE WHEN NOT manage_stock THEN 0
      ELSE GREATEST((CASE WHEN stock_mode = 'global' THEN capacity_of_post ELSE capacity END) - GREATEST(sold - p_quantity, 0), 0) END
    WHERE id = p_ticket;
  IF is_shared THEN
    UPDATE post_stock SET
      shared_taken = GREATEST(shared_taken - p_quantity, 0),
      shared_level = GREATEST(shared_capacity - GREATEST(shared_taken - p_quantity, 0), 0)
      WHERE post_id = of_post;
  END IF;
END $$;

-- Content knows which providers have tickets on it. The content is locked first, so that the list is read after every other change to it.
CREATE FUNCTION note_ticket_providers(p_post int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found text[];
BEGIN
  PERFORM 1 FROM content WHERE id = p_post FOR NO KEY UPDATE;
  SELECT COALESCE(array_agg(DISTINCT provider ORDER BY provider), '{}') INTO found FROM ticket WHERE post_id = p_post AND status <> 'trash';
  UPDATE content SET ticketed = found WHERE id = p_post AND ticketed IS DISTINCT FROM found;
END $$;
CREATE FUNCTION ticket_to_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_ticket_providers(OLD.post_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_ticket_providers(NEW.post_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_written AFTER INSERT OR DELETE OR UPDATE OF post_id, status, provider ON ticket FOR EACH ROW EXECUTE FUNCTION ticket_to_content();

-- Login names differ by more than their case.
CREATE UNIQUE INDEX user_account_login_lower ON user_account (lower(login));

-- CreateTable
CREATE TABLE "legal_document" (
    "type" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "elements" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "legal_document_pkey" PRIMARY KEY ("type","region","locale")
);

-- CreateTable
CREATE TABLE "consent_banner_design" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "texts" JSONB NOT NULL DEFAULT '{}',
    "options" JSONB NOT NULL DEFAULT '{}',
    "is_default" BOOLEAN,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_banner_design_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cookie_service" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "service_type" TEXT NOT NULL DEFAULT '',
    "category" TEXT NOT NULL DEFAULT '',
    "third_party" BOOLEAN NOT NULL DEFAULT false,
    "shares_data" BOOLEAN NOT NULL DEFAULT false,
    "second_party" BOOLEAN NOT NULL DEFAULT false,
    "privacy_statement_url" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT 'en',
    "translation_of" INTEGER,
    "sync" BOOLEAN NOT NULL DEFAULT true,
    "last_updated" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "cookie_service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cookie_inventory" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "sync" BOOLEAN NOT NULL DEFAULT true,
    "ignored" BOOLEAN NOT NULL DEFAULT false,
    "retention" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "service_id" INTEGER,
    "function" TEXT NOT NULL DEFAULT '',
    "collected_personal_data" TEXT NOT NULL DEFAULT '',
    "purpose" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT 'en',
    "translation_of" INTEGER,
    "own_domain" BOOLEAN NOT NULL DEFAULT true,
    "domain" TEXT NOT NULL DEFAULT 'self',
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "members_only" BOOLEAN NOT NULL DEFAULT false,
    "show_on_policy" BOOLEAN NOT NULL DEFAULT true,
    "last_updated" TIMESTAMPTZ(0) NOT NULL,
    "last_added" TIMESTAMPTZ(0) NOT NULL,
    "first_added" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "cookie_inventory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_record" (
    "id" BIGSERIAL NOT NULL,
    "visitor_id" TEXT NOT NULL,
    "categories" TEXT[],
    "services" JSONB NOT NULL DEFAULT '{}',
    "consent_type" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "banner_id" INTEGER NOT NULL,
    "banner_version" INTEGER NOT NULL,
    "ip_hash" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_request" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(0) NOT NULL,
    "resolved_at" TIMESTAMPTZ(0),

    CONSTRAINT "data_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_scan" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "progress" INTEGER NOT NULL DEFAULT 25,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "finished_at" TIMESTAMPTZ(0),
    "active_kind" TEXT,
    "secret" BYTEA,
    "result" JSONB,
    "detections" JSONB,

    CONSTRAINT "site_scan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cookie_scan_token" (
    "token_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "cookie_scan_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "scan_page" (
    "page_id" TEXT NOT NULL,
    "processed_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "scan_page_pkey" PRIMARY KEY ("page_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "consent_banner_design_is_default_key" ON "consent_banner_design"("is_default");

-- CreateIndex
CREATE UNIQUE INDEX "cookie_service_slug_language_key" ON "cookie_service"("slug", "language");

-- CreateIndex
CREATE INDEX "cookie_inventory_language_deleted_name_idx" ON "cookie_inventory"("language", "deleted", "name");

-- CreateIndex
CREATE INDEX "cookie_inventory_service_id_idx" ON "cookie_inventory"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "cookie_inventory_name_language_key" ON "cookie_inventory"("name", "language");

-- CreateIndex
CREATE INDEX "consent_record_visitor_id_id_idx" ON "consent_record"("visitor_id", "id");

-- CreateIndex
CREATE INDEX "consent_record_created_at_idx" ON "consent_record"("created_at");

-- CreateIndex
CREATE INDEX "data_request_resolved_at_requested_at_id_idx" ON "data_request"("resolved_at", "requested_at", "id");

-- CreateIndex
CREATE INDEX "data_request_requested_at_id_idx" ON "data_request"("requested_at", "id");

-- CreateIndex
CREATE INDEX "data_request_name_id_idx" ON "data_request"("name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "data_request_email_kind_key" ON "data_request"("email", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "site_scan_active_kind_key" ON "site_scan"("active_kind");

-- CreateIndex
CREATE INDEX "site_scan_kind_created_at_idx" ON "site_scan"("kind", "created_at");

-- CreateIndex
CREATE INDEX "cookie_scan_token_expires_at_idx" ON "cookie_scan_token"("expires_at");

-- CreateIndex
CREATE INDEX "cookie_scan_token_user_id_idx" ON "cookie_scan_token"("user_id");

-- AddForeignKey
ALTER TABLE "cookie_inventory" ADD CONSTRAINT "cookie_inventory_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "cookie_service"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cookie_scan_token" ADD CONSTRAINT "cookie_scan_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "service_group" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_essential" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "service_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_service" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "group_id" INTEGER,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'publish',
    "menu_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unique_name" TEXT NOT NULL DEFAULT '',
    "provider" TEXT NOT NULL DEFAULT '',
    "provider_contact" JSONB NOT NULL DEFAULT '{}',
    "is_provider_current_website" BOOLEAN NOT NULL DEFAULT false,
    "is_embedding_only_external_resources" BOOLEAN NOT NULL DEFAULT false,
    "provider_privacy_policy_url" TEXT NOT NULL DEFAULT '',
    "provider_legal_notice_url" TEXT NOT NULL DEFAULT '',
    "legal_basis" TEXT NOT NULL DEFAULT 'consent',
    "data_processing_in_countries" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "data_processing_in_countries_special_treatments" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "technical_definitions" JSONB NOT NULL DEFAULT '[]',
    "code_dynamics" JSONB NOT NULL DEFAULT '{}',
    "code_opt_in" TEXT NOT NULL DEFAULT '',
    "code_opt_out" TEXT NOT NULL DEFAULT '',
    "code_on_page_load" TEXT NOT NULL DEFAULT '',
    "tag_manager_opt_in_event_name" TEXT NOT NULL DEFAULT '',
    "tag_manager_opt_out_event_name" TEXT NOT NULL DEFAULT '',
    "google_consent_mode_consent_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "execute_priority" INTEGER NOT NULL DEFAULT 10,
    "execute_code_opt_in_without_tag_manager" BOOLEAN NOT NULL DEFAULT false,
    "execute_code_opt_out_without_tag_manager" BOOLEAN NOT NULL DEFAULT false,
    "delete_technical_definitions_after_opt_out" BOOLEAN NOT NULL DEFAULT false,
    "preset_id" TEXT NOT NULL DEFAULT '',
    "preset_version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "consent_service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_blocker" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'publish',
    "created_at" TIMESTAMPTZ(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rules" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "criteria" TEXT NOT NULL DEFAULT 'services',
    "tcf_vendors" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "tcf_purposes" INTEGER[] DEFAULT ARRAY[1]::INTEGER[],
    "is_visual" BOOLEAN NOT NULL DEFAULT false,
    "visual_type" TEXT NOT NULL DEFAULT 'default',
    "visual_media_thumbnail" INTEGER NOT NULL DEFAULT 0,
    "visual_content_type" TEXT NOT NULL DEFAULT '',
    "is_visual_dark_mode" BOOLEAN NOT NULL DEFAULT false,
    "visual_blur" INTEGER NOT NULL DEFAULT 0,
    "visual_download_thumbnail" BOOLEAN NOT NULL DEFAULT false,
    "visual_hero_button_text" TEXT NOT NULL DEFAULT '',
    "should_force_to_show_visual" BOOLEAN NOT NULL DEFAULT false,
    "preset_id" TEXT NOT NULL DEFAULT '',
    "preset_version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "content_blocker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_blocker_service" (
    "blocker_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "content_blocker_service_pkey" PRIMARY KEY ("blocker_id","service_id")
);

-- CreateTable
CREATE TABLE "banner_link" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "menu_order" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'publish',
    "page_type" TEXT NOT NULL DEFAULT 'other',
    "is_external_url" BOOLEAN NOT NULL DEFAULT false,
    "page_id" INTEGER NOT NULL DEFAULT 0,
    "external_url" TEXT NOT NULL DEFAULT '',
    "hide_cookie_banner" BOOLEAN NOT NULL DEFAULT true,
    "is_target_blank" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "banner_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_configuration" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "consent_configuration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_revision" (
    "id" SERIAL NOT NULL,
    "part" TEXT NOT NULL,
    "hash" CHAR(32) NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "json" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "consent_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_address" (
    "id" SERIAL NOT NULL,
    "ipv4" TEXT NOT NULL DEFAULT '',
    "ipv6" TEXT NOT NULL DEFAULT '',
    "is_saved" BOOLEAN NOT NULL,
    "ipv4_hash" TEXT NOT NULL DEFAULT '',
    "ipv6_hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "consent_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_text" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "consent_text_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent" (
    "id" SERIAL NOT NULL,
    "position" INTEGER NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "link" CHAR(64) NOT NULL,
    "uuid" CHAR(36) NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "created_client_time" TIMESTAMPTZ(3),
    "context" TEXT NOT NULL DEFAULT '',
    "plugin_version" TEXT NOT NULL,
    "design_version" INTEGER NOT NULL,
    "address_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "revision_independent_id" INTEGER NOT NULL,
    "decision_id" INTEGER NOT NULL,
    "previous_decision_id" INTEGER,
    "button_clicked" TEXT NOT NULL,
    "blocker_id" INTEGER,
    "viewport_width" INTEGER NOT NULL DEFAULT 0,
    "viewport_height" INTEGER NOT NULL DEFAULT 0,
    "referer_id" INTEGER,
    "pure_referer_id" INTEGER,
    "url_imprint_id" INTEGER,
    "url_privacy_policy_id" INTEGER,
    "dnt" BOOLEAN NOT NULL DEFAULT false,
    "custom_bypass" TEXT,
    "user_country" TEXT,
    "tcf_string_id" INTEGER,
    "previous_tcf_string_id" INTEGER,
    "gcm_consent" JSONB,
    "previous_gcm_consent" JSONB,
    "recorder" TEXT,
    "ui_view" TEXT,

    CONSTRAINT "consent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_log_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL DEFAULT 0,
    "link" TEXT NOT NULL DEFAULT '',
    "count" INTEGER NOT NULL DEFAULT 0,
    "truncated" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "consent_log_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_removal" (
    "from_position" INTEGER NOT NULL,
    "to_position" INTEGER NOT NULL,
    "link" CHAR(64) NOT NULL,
    "reason" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "seal" CHAR(64) NOT NULL,

    CONSTRAINT "consent_removal_pkey" PRIMARY KEY ("from_position")
);

-- CreateTable
CREATE TABLE "consent_group_count" (
    "day" DATE NOT NULL,
    "context" TEXT NOT NULL DEFAULT '',
    "group_id" INTEGER NOT NULL,
    "group_name" TEXT NOT NULL,
    "accepted" INTEGER NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "consent_group_count_pkey" PRIMARY KEY ("day","context","group_id","accepted")
);

-- CreateTable
CREATE TABLE "consent_button_count" (
    "day" DATE NOT NULL,
    "context" TEXT NOT NULL DEFAULT '',
    "button" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "consent_button_count_pkey" PRIMARY KEY ("day","context","button")
);

-- CreateTable
CREATE TABLE "consent_bypass_count" (
    "day" DATE NOT NULL,
    "context" TEXT NOT NULL DEFAULT '',
    "bypass" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "consent_bypass_count_pkey" PRIMARY KEY ("day","context","bypass")
);

-- CreateTable
CREATE TABLE "consent_template" (
    "id" SERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "context" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL,
    "headline" TEXT NOT NULL,
    "sub_headline" TEXT NOT NULL DEFAULT '',
    "tier" TEXT NOT NULL DEFAULT 'free',
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,
    "is_outdated" BOOLEAN NOT NULL DEFAULT false,
    "json" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "consent_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scan_entry" (
    "id" SERIAL NOT NULL,
    "preset" TEXT NOT NULL DEFAULT '',
    "blocked_url" TEXT,
    "blocked_host" TEXT,
    "blocked_url_hash" CHAR(64) NOT NULL,
    "markup_hash" TEXT NOT NULL DEFAULT '',
    "tag" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "source_url_hash" CHAR(64) NOT NULL,
    "created" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "scan_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scan_markup" (
    "markup_hash" CHAR(64) NOT NULL,
    "markup" TEXT NOT NULL,

    CONSTRAINT "scan_markup_pkey" PRIMARY KEY ("markup_hash")
);

-- CreateTable
CREATE TABLE "country_range" (
    "ip_from" CHAR(32) NOT NULL,
    "ip_to" CHAR(32) NOT NULL,
    "country" CHAR(2) NOT NULL,

    CONSTRAINT "country_range_pkey" PRIMARY KEY ("ip_from")
);

-- CreateTable
CREATE TABLE "navigation_menu" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "locations" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "navigation_menu_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "navigation_menu_item" (
    "id" INTEGER NOT NULL DEFAULT next_content_id(),
    "menu_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "meta" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "navigation_menu_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_migration_run" (
    "migration_id" TEXT NOT NULL,
    "action_id" TEXT NOT NULL,
    "performed_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "consent_migration_run_pkey" PRIMARY KEY ("migration_id","action_id")
);

-- CreateTable
CREATE TABLE "queue_job" (
    "id" SERIAL NOT NULL,
    "type" VARCHAR(50) NOT NULL,
    "worker" TEXT NOT NULL,
    "group_uuid" CHAR(36),
    "group_position" INTEGER,
    "group_total" INTEGER,
    "process" INTEGER NOT NULL DEFAULT 0,
    "process_total" INTEGER NOT NULL DEFAULT 1,
    "duration_ms" INTEGER,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "runs" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "delay_ms" INTEGER NOT NULL DEFAULT 1000,
    "lock_until" TIMESTAMPTZ(3) NOT NULL,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "callable" TEXT,
    "exception" JSONB,
    "capability" TEXT,
    "priority" INTEGER NOT NULL DEFAULT 10,

    CONSTRAINT "queue_job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "service_group_slug_key" ON "service_group"("slug");

-- CreateIndex
CREATE INDEX "service_group_position_id_idx" ON "service_group"("position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_service_slug_key" ON "consent_service"("slug");

-- CreateIndex
CREATE INDEX "consent_service_group_id_status_idx" ON "consent_service"("group_id", "status");

-- CreateIndex
CREATE INDEX "consent_service_preset_id_idx" ON "consent_service"("preset_id");

-- CreateIndex
CREATE UNIQUE INDEX "content_blocker_slug_key" ON "content_blocker"("slug");

-- CreateIndex
CREATE INDEX "content_blocker_preset_id_idx" ON "content_blocker"("preset_id");

-- CreateIndex
CREATE INDEX "content_blocker_service_service_id_idx" ON "content_blocker_service"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "banner_link_slug_key" ON "banner_link"("slug");

-- CreateIndex
CREATE INDEX "banner_link_menu_order_id_idx" ON "banner_link"("menu_order", "id");

-- CreateIndex
CREATE INDEX "banner_link_page_id_idx" ON "banner_link"("page_id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_revision_part_hash_key" ON "consent_revision"("part", "hash");

-- CreateIndex
CREATE INDEX "consent_address_ipv4_idx" ON "consent_address"("ipv4");

-- CreateIndex
CREATE INDEX "consent_address_ipv6_idx" ON "consent_address"("ipv6");

-- CreateIndex
CREATE INDEX "consent_address_ipv6_hash_idx" ON "consent_address"("ipv6_hash");

-- CreateIndex
CREATE UNIQUE INDEX "consent_address_ipv4_hash_ipv6_hash_is_saved_ipv4_ipv6_key" ON "consent_address"("ipv4_hash", "ipv6_hash", "is_saved", "ipv4", "ipv6");

-- CreateIndex
CREATE UNIQUE INDEX "consent_text_kind_hash_key" ON "consent_text"("kind", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "consent_position_key" ON "consent"("position");

-- CreateIndex
CREATE INDEX "consent_address_id_created_context_pure_referer_id_idx" ON "consent"("address_id", "created", "context", "pure_referer_id");

-- CreateIndex
CREATE INDEX "consent_uuid_idx" ON "consent"("uuid");

-- CreateIndex
CREATE INDEX "consent_created_id_idx" ON "consent"("created", "id");

-- CreateIndex
CREATE INDEX "consent_context_created_id_idx" ON "consent"("context", "created", "id");

-- CreateIndex
CREATE INDEX "consent_pure_referer_id_created_id_idx" ON "consent"("pure_referer_id", "created", "id");

-- CreateIndex
CREATE INDEX "consent_revision_id_idx" ON "consent"("revision_id");

-- CreateIndex
CREATE INDEX "consent_revision_independent_id_idx" ON "consent"("revision_independent_id");

-- CreateIndex
CREATE INDEX "consent_decision_id_idx" ON "consent"("decision_id");

-- CreateIndex
CREATE INDEX "consent_previous_decision_id_idx" ON "consent"("previous_decision_id");

-- CreateIndex
CREATE INDEX "consent_referer_id_idx" ON "consent"("referer_id");

-- CreateIndex
CREATE INDEX "consent_url_imprint_id_idx" ON "consent"("url_imprint_id");

-- CreateIndex
CREATE INDEX "consent_url_privacy_policy_id_idx" ON "consent"("url_privacy_policy_id");

-- CreateIndex
CREATE INDEX "consent_tcf_string_id_idx" ON "consent"("tcf_string_id");

-- CreateIndex
CREATE INDEX "consent_previous_tcf_string_id_idx" ON "consent"("previous_tcf_string_id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_removal_to_position_key" ON "consent_removal"("to_position");

-- CreateIndex
CREATE INDEX "consent_group_count_group_id_idx" ON "consent_group_count"("group_id");

-- CreateIndex
CREATE INDEX "consent_template_type_is_outdated_headline_idx" ON "consent_template"("type", "is_outdated", "headline");

-- CreateIndex
CREATE UNIQUE INDEX "consent_template_identifier_context_type_version_key" ON "consent_template"("identifier", "context", "type", "version");

-- CreateIndex
CREATE INDEX "scan_entry_source_url_hash_idx" ON "scan_entry"("source_url_hash");

-- CreateIndex
CREATE INDEX "scan_entry_preset_blocked_host_idx" ON "scan_entry"("preset", "blocked_host");

-- CreateIndex
CREATE UNIQUE INDEX "scan_entry_preset_blocked_url_hash_source_url_hash_tag_mark_key" ON "scan_entry"("preset", "blocked_url_hash", "source_url_hash", "tag", "markup_hash");

-- CreateIndex
CREATE INDEX "navigation_menu_item_menu_id_position_id_idx" ON "navigation_menu_item"("menu_id", "position", "id");

-- CreateIndex
CREATE INDEX "queue_job_priority_id_idx" ON "queue_job"("priority", "id");

-- CreateIndex
CREATE INDEX "queue_job_type_id_idx" ON "queue_job"("type", "id");

-- CreateIndex
CREATE INDEX "queue_job_group_uuid_idx" ON "queue_job"("group_uuid");

-- AddForeignKey
ALTER TABLE "consent_service" ADD CONSTRAINT "consent_service_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "service_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_blocker_service" ADD CONSTRAINT "content_blocker_service_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "content_blocker"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_blocker_service" ADD CONSTRAINT "content_blocker_service_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "consent_service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "consent_address"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "consent_revision"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_revision_independent_id_fkey" FOREIGN KEY ("revision_independent_id") REFERENCES "consent_revision"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "consent_text"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_previous_decision_id_fkey" FOREIGN KEY ("previous_decision_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_referer_id_fkey" FOREIGN KEY ("referer_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_pure_referer_id_fkey" FOREIGN KEY ("pure_referer_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_url_imprint_id_fkey" FOREIGN KEY ("url_imprint_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_url_privacy_policy_id_fkey" FOREIGN KEY ("url_privacy_policy_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_tcf_string_id_fkey" FOREIGN KEY ("tcf_string_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_previous_tcf_string_id_fkey" FOREIGN KEY ("previous_tcf_string_id") REFERENCES "consent_text"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "navigation_menu_item" ADD CONSTRAINT "navigation_menu_item_menu_id_fkey" FOREIGN KEY ("menu_id") REFERENCES "navigation_menu"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Exactly one group is essential
CREATE UNIQUE INDEX service_group_essential ON service_group ((is_essential)) WHERE is_essential;

-- Tables of one row
INSERT INTO consent_configuration (id, version) VALUES (1, 1);
ALTER TABLE consent_configuration ADD CONSTRAINT consent_configuration_one_row CHECK (id = 1);
INSERT INTO consent_log_head (id) VALUES (1);
ALTER TABLE consent_log_head ADD CONSTRAINT consent_log_head_one_row CHECK (id = 1);

-- Whoever holds a calculated revision sees by the version that it is old
CREATE FUNCTION consent_configuration_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE consent_configuration SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER service_group_changed AFTER INSERT OR UPDATE OR DELETE ON service_group FOR EACH STATEMENT EXECUTE FUNCTION consent_configuration_changed();
CREATE TRIGGER consent_service_changed AFTER INSERT OR UPDATE OR DELETE ON consent_service FOR EACH STATEMENT EXECUTE FUNCTION consent_configuration_changed();
CREATE TRIGGER content_blocker_changed AFTER INSERT OR UPDATE OR DELETE ON content_blocker FOR EACH STATEMENT EXECUTE FUNCTION consent_configuration_changed();
CREATE TRIGGER content_blocker_service_changed AFTER INSERT OR UPDATE OR DELETE ON content_blocker_service FOR EACH STATEMENT EXECUTE FUNCTION consent_configuration_changed();
CREATE TRIGGER banner_link_changed AFTER INSERT OR UPDATE OR DELETE ON banner_link FOR EACH STATEMENT EXECUTE FUNCTION consent_configuration_changed();
CREATE TRIGGER consent_setting_changed AFTER INSERT OR UPDATE ON setting FOR EACH ROW
  WHEN (NEW.key LIKE 'consent\_%' OR NEW.key = 'name') EXECUTE FUNCTION consent_configuration_changed();
CREATE TRIGGER page_of_banner_changed AFTER UPDATE OR DELETE ON content FOR EACH ROW
  WHEN (OLD.kind = 'page') EXECUTE FUNCTION consent_configuration_changed();

-- A page in the trash is nothing that the banner can lead to
CREATE FUNCTION forget_page_of_banner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  UPDATE banner_link SET page_id = 0 WHERE page_id = OLD.id;
  FOR changed IN
    UPDATE setting SET value = '0'::jsonb
      WHERE key IN ('consent_operator_contact_form_id', 'consent_cookie_policy_id') AND value = to_jsonb(OLD.id) RETURNING key
  LOOP
    PERFORM pg_notify('settings_changed', changed);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER page_of_banner_trashed AFTER UPDATE OF status ON content FOR EACH ROW
  WHEN (OLD.kind = 'page' AND NEW.status = 'trash' AND OLD.status <> 'trash') EXECUTE FUNCTION forget_page_of_banner();
CREATE TRIGGER page_of_banner_deleted AFTER DELETE ON content FOR EACH ROW
  WHEN (OLD.kind = 'page') EXECUTE FUNCTION forget_page_of_banner();

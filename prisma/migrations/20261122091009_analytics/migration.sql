-- CreateTable
CREATE TABLE "analytics_site" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "client_id" TEXT NOT NULL DEFAULT '',
    "client_secret" BYTEA,
    "mode" TEXT NOT NULL DEFAULT 'managed',
    "connected_url" TEXT,
    "owner_id" INTEGER,
    "active_modules" TEXT[] DEFAULT ARRAY['pagespeed-insights']::TEXT[],
    "purpose" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "purpose_answered_by_id" INTEGER,
    "conversion_events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "conversion_answered_by_id" INTEGER,
    "key_metrics_set_up_by_id" INTEGER,
    "key_metrics_set_up_at" TIMESTAMPTZ(0),
    "audiences" JSONB,
    "audiences_synced_at" TIMESTAMPTZ(0),
    "audiences_set_up_by_id" INTEGER,
    "ad_blocking_recovery_tag" JSONB,
    "last_sign_in_client_id" TEXT,

    CONSTRAINT "analytics_site_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "analytics_module" (
    "slug" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "is_sharing_saved" BOOLEAN NOT NULL DEFAULT false,
    "shared_roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sharing_management" TEXT,

    CONSTRAINT "analytics_module_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "analytics_token" (
    "user_id" INTEGER NOT NULL,
    "access_token" BYTEA NOT NULL,
    "refresh_token" BYTEA,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "granted_scopes" TEXT[],
    "additional_scopes" TEXT[],
    "round" INTEGER NOT NULL DEFAULT 1,
    "refreshing_until" TIMESTAMPTZ(3),

    CONSTRAINT "analytics_token_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "analytics_authorization" (
    "state_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_verifier" BYTEA NOT NULL,
    "redirect_url" TEXT NOT NULL,
    "code_hash" TEXT,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "completed_at" TIMESTAMPTZ(0),

    CONSTRAINT "analytics_authorization_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
CREATE TABLE "analytics_user" (
    "user_id" INTEGER NOT NULL,
    "is_verified" BOOLEAN NOT NULL DEFAULT false,
    "disconnected_reason" TEXT NOT NULL DEFAULT '',
    "token_error" TEXT NOT NULL DEFAULT '',
    "is_tracking_enabled" BOOLEAN NOT NULL DEFAULT false,
    "key_metrics" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "are_key_metrics_hidden" BOOLEAN NOT NULL DEFAULT false,
    "post_frequency" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "goals" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "configured_audiences" JSONB,
    "are_audiences_hidden" BOOLEAN NOT NULL DEFAULT false,
    "did_set_audiences" BOOLEAN NOT NULL DEFAULT false,
    "new_events_dismissed_at" TIMESTAMPTZ(0),
    "lost_events_dismissed_at" TIMESTAMPTZ(0),
    "is_analytics_setup_complete" BOOLEAN,
    "has_site_purpose_answer" BOOLEAN,
    "is_subscribed" BOOLEAN NOT NULL DEFAULT false,
    "report_frequency" TEXT NOT NULL DEFAULT 'weekly',
    "verification" JSONB,

    CONSTRAINT "analytics_user_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "analytics_dismissal" (
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(0),
    "count" INTEGER NOT NULL DEFAULT 1,
    "position" SERIAL NOT NULL,

    CONSTRAINT "analytics_dismissal_pkey" PRIMARY KEY ("user_id","kind","digest")
);

-- CreateTable
CREATE TABLE "analytics_queued_survey" (
    "user_id" INTEGER NOT NULL,
    "survey_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "survey" JSONB NOT NULL,
    "position" SERIAL NOT NULL,

    CONSTRAINT "analytics_queued_survey_pkey" PRIMARY KEY ("user_id","survey_id")
);

-- CreateTable
CREATE TABLE "analytics_survey_timeout" (
    "user_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "trigger_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "analytics_survey_timeout_pkey" PRIMARY KEY ("user_id","digest")
);

-- CreateTable
CREATE TABLE "analytics_survey" (
    "id" TEXT NOT NULL,
    "trigger_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "analytics_survey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "analytics_survey_event" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "session_id" TEXT NOT NULL,
    "event" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "analytics_survey_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "analytics_notification" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL DEFAULT '',
    "cta_url" TEXT NOT NULL DEFAULT '',
    "cta_label" TEXT NOT NULL DEFAULT '',
    "cta_target" TEXT NOT NULL DEFAULT '',
    "learn_more_url" TEXT NOT NULL DEFAULT '',
    "learn_more_label" TEXT NOT NULL DEFAULT '',
    "is_dismissible" BOOLEAN NOT NULL DEFAULT true,
    "dismiss_label" TEXT NOT NULL DEFAULT 'Dismiss',
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "analytics_notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "analytics_mark" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL DEFAULT 'true',
    "expires_at" TIMESTAMPTZ(0),

    CONSTRAINT "analytics_mark_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "analytics_report_schedule" (
    "frequency" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(0) NOT NULL,
    "last_run_at" TIMESTAMPTZ(0),

    CONSTRAINT "analytics_report_schedule_pkey" PRIMARY KEY ("frequency")
);

-- CreateTable
CREATE TABLE "analytics_report_log" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "batch_id" TEXT NOT NULL,
    "frequency" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT NOT NULL DEFAULT '',
    "error_message" TEXT NOT NULL DEFAULT '',
    "error_category" TEXT NOT NULL DEFAULT '',
    "start_date" TEXT NOT NULL,
    "send_date" TEXT NOT NULL,
    "compare_start_date" TEXT NOT NULL,
    "compare_end_date" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "analytics_report_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "analytics_site_owner_id_idx" ON "analytics_site"("owner_id");

-- CreateIndex
CREATE INDEX "analytics_site_purpose_answered_by_id_idx" ON "analytics_site"("purpose_answered_by_id");

-- CreateIndex
CREATE INDEX "analytics_site_conversion_answered_by_id_idx" ON "analytics_site"("conversion_answered_by_id");

-- CreateIndex
CREATE INDEX "analytics_authorization_user_id_code_hash_idx" ON "analytics_authorization"("user_id", "code_hash");

-- CreateIndex
CREATE INDEX "analytics_authorization_created_at_idx" ON "analytics_authorization"("created_at");

-- CreateIndex
CREATE INDEX "analytics_user_is_subscribed_report_frequency_idx" ON "analytics_user"("is_subscribed", "report_frequency");

-- CreateIndex
CREATE INDEX "analytics_survey_trigger_id_is_active_idx" ON "analytics_survey"("trigger_id", "is_active");

-- CreateIndex
CREATE INDEX "analytics_survey_event_user_id_idx" ON "analytics_survey_event"("user_id");

-- CreateIndex
CREATE INDEX "analytics_survey_event_created_at_idx" ON "analytics_survey_event"("created_at");

-- CreateIndex
CREATE INDEX "analytics_notification_state_created_at_idx" ON "analytics_notification"("state", "created_at");

-- CreateIndex
CREATE INDEX "analytics_mark_expires_at_idx" ON "analytics_mark"("expires_at");

-- CreateIndex
CREATE INDEX "analytics_report_log_user_id_idx" ON "analytics_report_log"("user_id");

-- CreateIndex
CREATE INDEX "analytics_report_log_batch_id_status_idx" ON "analytics_report_log"("batch_id", "status");

-- CreateIndex
CREATE INDEX "analytics_report_log_created_at_idx" ON "analytics_report_log"("created_at");

-- AddForeignKey
ALTER TABLE "analytics_site" ADD CONSTRAINT "analytics_site_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_site" ADD CONSTRAINT "analytics_site_purpose_answered_by_id_fkey" FOREIGN KEY ("purpose_answered_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_site" ADD CONSTRAINT "analytics_site_conversion_answered_by_id_fkey" FOREIGN KEY ("conversion_answered_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_token" ADD CONSTRAINT "analytics_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_authorization" ADD CONSTRAINT "analytics_authorization_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_user" ADD CONSTRAINT "analytics_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_dismissal" ADD CONSTRAINT "analytics_dismissal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_queued_survey" ADD CONSTRAINT "analytics_queued_survey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_survey_timeout" ADD CONSTRAINT "analytics_survey_timeout_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_survey_event" ADD CONSTRAINT "analytics_survey_event_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_report_log" ADD CONSTRAINT "analytics_report_log_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "product" (
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "product_id" INTEGER NOT NULL,
    "variant_id" INTEGER NOT NULL,
    "is_paid" BOOLEAN NOT NULL DEFAULT false,
    "privacy_policy" TEXT NOT NULL DEFAULT '',
    "account_site_url" TEXT NOT NULL DEFAULT '',
    "license_key_help_url" TEXT NOT NULL DEFAULT '',
    "asks_for_telemetry" BOOLEAN NOT NULL DEFAULT false,
    "asks_for_newsletter" BOOLEAN NOT NULL DEFAULT false,
    "first_init_at" TIMESTAMPTZ(3) NOT NULL,
    "auto_updates" BOOLEAN NOT NULL DEFAULT false,
    "shows_announcements" BOOLEAN NOT NULL DEFAULT true,
    "license_notice_day" INTEGER,

    CONSTRAINT "product_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "license_key" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "product_slug" TEXT NOT NULL,
    "max_activations" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_license" (
    "product_slug" TEXT NOT NULL,
    "blog_id" INTEGER NOT NULL,
    "code" TEXT,
    "uuid" TEXT NOT NULL DEFAULT '',
    "hostname" TEXT NOT NULL DEFAULT '',
    "telemetry" BOOLEAN NOT NULL DEFAULT false,
    "installation_type" TEXT,
    "no_usage" BOOLEAN NOT NULL DEFAULT false,
    "hint" JSONB,
    "activated_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_license_pkey" PRIMARY KEY ("product_slug","blog_id")
);

-- CreateTable
CREATE TABLE "programmatic_license" (
    "product_slug" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "environment" TEXT NOT NULL DEFAULT 'production',
    "telemetry" BOOLEAN NOT NULL DEFAULT false,
    "opt_in_privacy_policy" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "programmatic_license_pkey" PRIMARY KEY ("product_slug")
);

-- CreateTable
CREATE TABLE "announcement" (
    "id" SERIAL NOT NULL,
    "product_slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "severity" TEXT NOT NULL DEFAULT 'info',
    "is_dismissible" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "announcement_dismissal" (
    "product_slug" TEXT NOT NULL,
    "announcement_id" INTEGER NOT NULL,

    CONSTRAINT "announcement_dismissal_pkey" PRIMARY KEY ("product_slug","announcement_id")
);

-- CreateTable
CREATE TABLE "newsletter_opt_in" (
    "id" SERIAL NOT NULL,
    "product_slug" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "newsletter_opt_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deactivation_feedback" (
    "id" SERIAL NOT NULL,
    "product_slug" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deactivation_feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedback" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "email" TEXT,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "support_request" (
    "feedback_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_request_pkey" PRIMARY KEY ("feedback_id")
);

-- CreateTable
CREATE TABLE "rating_dismissal" (
    "product_slug" TEXT NOT NULL,
    "next_at" INTEGER NOT NULL,

    CONSTRAINT "rating_dismissal_pkey" PRIMARY KEY ("product_slug")
);

-- CreateIndex
CREATE UNIQUE INDEX "license_key_key_key" ON "license_key"("key");

-- CreateIndex
CREATE INDEX "license_key_product_slug_id_idx" ON "license_key"("product_slug", "id");

-- CreateIndex
CREATE INDEX "product_license_code_idx" ON "product_license"("code");

-- CreateIndex
CREATE INDEX "announcement_product_slug_id_idx" ON "announcement"("product_slug", "id");

-- CreateIndex
CREATE INDEX "newsletter_opt_in_product_slug_idx" ON "newsletter_opt_in"("product_slug");

-- CreateIndex
CREATE INDEX "deactivation_feedback_product_slug_idx" ON "deactivation_feedback"("product_slug");

-- CreateIndex
CREATE INDEX "feedback_created_at_id_idx" ON "feedback"("created_at", "id");

-- AddForeignKey
ALTER TABLE "license_key" ADD CONSTRAINT "license_key_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_license" ADD CONSTRAINT "product_license_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "programmatic_license" ADD CONSTRAINT "programmatic_license_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_dismissal" ADD CONSTRAINT "announcement_dismissal_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "newsletter_opt_in" ADD CONSTRAINT "newsletter_opt_in_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deactivation_feedback" ADD CONSTRAINT "deactivation_feedback_product_slug_fkey" FOREIGN KEY ("product_slug") REFERENCES "product"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_request" ADD CONSTRAINT "support_request_feedback_id_fkey" FOREIGN KEY ("feedback_id") REFERENCES "feedback"("id") ON DELETE CASCADE ON UPDATE CASCADE;

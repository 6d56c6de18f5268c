-- CreateTable
CREATE TABLE "survey_state" (
    "slug" TEXT NOT NULL,
    "dismiss_count" INTEGER NOT NULL DEFAULT 0,
    "dismiss_permanently" BOOLEAN NOT NULL DEFAULT false,
    "dismiss_step" TEXT NOT NULL DEFAULT '',
    "dismissed_at" TIMESTAMPTZ(3),
    "dismiss_timespan" INTEGER NOT NULL DEFAULT 0,
    "first_render_at" TIMESTAMPTZ(3),

    CONSTRAINT "survey_state_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "survey_response" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "survey_id" TEXT NOT NULL,
    "rating" INTEGER NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "survey_response_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "theme_setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "theme_setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "learn_progress" (
    "user_id" INTEGER NOT NULL,
    "chapter_id" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "completed" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "learn_progress_pkey" PRIMARY KEY ("user_id","chapter_id","step_id")
);

-- CreateIndex
CREATE INDEX "survey_response_slug_created_at_id_idx" ON "survey_response"("slug", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "learn_progress" ADD CONSTRAINT "learn_progress_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "two_factor_state" (
    "user_id" INTEGER NOT NULL,
    "email_status" TEXT NOT NULL DEFAULT 'open',
    "grace_started_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(0),
    "failed_codes" INTEGER NOT NULL DEFAULT 0,
    "last_failed_at" TIMESTAMPTZ(3),
    "password_reset_forced" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "two_factor_state_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "login_nonce" (
    "user_id" INTEGER NOT NULL,
    "key_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_nonce_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "email_code" (
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_code_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "one_time_login" (
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "one_time_login_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "rate_bucket" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "login_nonce_expires_at_idx" ON "login_nonce"("expires_at");

-- CreateIndex
CREATE INDEX "email_code_created_at_idx" ON "email_code"("created_at");

-- CreateIndex
CREATE INDEX "one_time_login_expires_at_idx" ON "one_time_login"("expires_at");

-- CreateIndex
CREATE INDEX "rate_bucket_expires_at_idx" ON "rate_bucket"("expires_at");

-- AddForeignKey
ALTER TABLE "two_factor_state" ADD CONSTRAINT "two_factor_state_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_login" ADD CONSTRAINT "one_time_login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

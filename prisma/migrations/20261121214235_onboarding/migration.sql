-- CreateTable
CREATE TABLE "onboarding_state" (
    "wizard" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "onboarding_state_pkey" PRIMARY KEY ("wizard")
);

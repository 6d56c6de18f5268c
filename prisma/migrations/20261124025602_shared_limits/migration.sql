-- Unlogged: counts of a minute cost no disk, and after a crash of the server everybody begins anew. Replicas have none of it.
-- CreateTable
CREATE UNLOGGED TABLE "request_budget" (
    "key" TEXT NOT NULL,
    "taken" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_budget_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE UNLOGGED TABLE "open_streams" (
    "key" TEXT NOT NULL,
    "open" JSONB NOT NULL,

    CONSTRAINT "open_streams_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE UNLOGGED TABLE "running_process" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "running_process_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_day_count" (
    "pure_referer_id" INTEGER NOT NULL,
    "context" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "consent_day_count_pkey" PRIMARY KEY ("pure_referer_id","context","day")
);

-- Those that are there already are counted once.
INSERT INTO "consent_day_count" ("pure_referer_id", "context", "day", "count")
SELECT page, context, (created AT TIME ZONE 'UTC')::date, count(*)
FROM "consent", unnest(ARRAY[0, pure_referer_id]) AS of_page (page)
WHERE page IS NOT NULL
GROUP BY 1, 2, 3;

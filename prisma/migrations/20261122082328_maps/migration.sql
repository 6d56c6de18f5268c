-- CreateTable
CREATE TABLE "map" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "width" TEXT NOT NULL DEFAULT '100',
    "width_type" TEXT NOT NULL DEFAULT '%',
    "height" TEXT NOT NULL DEFAULT '600',
    "height_type" TEXT NOT NULL DEFAULT 'px',
    "start_lat" TEXT NOT NULL DEFAULT '36.778261',
    "start_lng" TEXT NOT NULL DEFAULT '-119.4179323999',
    "start_zoom" INTEGER NOT NULL DEFAULT 4,
    "default_marker" TEXT NOT NULL DEFAULT '',
    "type" INTEGER NOT NULL DEFAULT 1,
    "alignment" INTEGER NOT NULL DEFAULT 4,
    "directions_enabled" BOOLEAN NOT NULL DEFAULT false,
    "styling_enabled" BOOLEAN NOT NULL DEFAULT false,
    "styling_json" TEXT NOT NULL DEFAULT '',
    "is_trashed" BOOLEAN NOT NULL DEFAULT false,
    "kml" TEXT NOT NULL DEFAULT '',
    "bicycle" BOOLEAN NOT NULL DEFAULT false,
    "traffic" BOOLEAN NOT NULL DEFAULT false,
    "dbox" INTEGER NOT NULL DEFAULT 0,
    "dbox_width" TEXT NOT NULL DEFAULT '',
    "list_markers" INTEGER NOT NULL DEFAULT 0,
    "list_markers_advanced" INTEGER NOT NULL DEFAULT 0,
    "filter_by_category" BOOLEAN NOT NULL DEFAULT false,
    "ugm_enabled" BOOLEAN NOT NULL DEFAULT false,
    "ugm_category_enabled" BOOLEAN NOT NULL DEFAULT false,
    "fusion" TEXT NOT NULL DEFAULT '',
    "mass_marker_support" INTEGER NOT NULL DEFAULT 0,
    "ugm_access" INTEGER NOT NULL DEFAULT 0,
    "order_markers_by" INTEGER NOT NULL DEFAULT 0,
    "order_markers_choice" INTEGER NOT NULL DEFAULT 0,
    "show_user_location" BOOLEAN NOT NULL DEFAULT false,
    "default_to" TEXT NOT NULL DEFAULT '',
    "shows_venues" BOOLEAN NOT NULL DEFAULT false,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "map_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "map_marker" (
    "id" SERIAL NOT NULL,
    "map_id" INTEGER NOT NULL DEFAULT 0,
    "address" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "pic" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "icon" TEXT NOT NULL DEFAULT '',
    "lat" TEXT NOT NULL DEFAULT '',
    "lng" TEXT NOT NULL DEFAULT '',
    "anim" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "info_open" TEXT NOT NULL DEFAULT '',
    "category" TEXT NOT NULL DEFAULT '',
    "approved" BOOLEAN NOT NULL DEFAULT false,
    "retina" BOOLEAN NOT NULL DEFAULT false,
    "type" INTEGER NOT NULL DEFAULT 0,
    "did" TEXT NOT NULL DEFAULT '',
    "sticky" BOOLEAN NOT NULL DEFAULT false,
    "layer_group" INTEGER NOT NULL DEFAULT 0,
    "other_data" JSONB NOT NULL DEFAULT '{}',
    "lat_num" DOUBLE PRECISION,
    "lng_num" DOUBLE PRECISION,
    "search_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "map_marker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "map_marker_tally" (
    "map_id" INTEGER NOT NULL,
    "approved" BOOLEAN NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "map_marker_tally_pkey" PRIMARY KEY ("map_id","approved")
);

-- CreateTable
CREATE TABLE "map_polygon" (
    "id" SERIAL NOT NULL,
    "map_id" INTEGER NOT NULL DEFAULT 0,
    "path" TEXT NOT NULL DEFAULT '',
    "inner_path" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "line_color" TEXT NOT NULL DEFAULT '',
    "line_opacity" TEXT NOT NULL DEFAULT '',
    "fill_color" TEXT NOT NULL DEFAULT '',
    "opacity" TEXT NOT NULL DEFAULT '',
    "hover_fill_color" TEXT NOT NULL DEFAULT '',
    "hover_line_color" TEXT NOT NULL DEFAULT '',
    "hover_opacity" TEXT NOT NULL DEFAULT '',
    "line_thickness" TEXT NOT NULL DEFAULT '',
    "line_style" INTEGER NOT NULL DEFAULT 0,
    "layer_group" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "map_polygon_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "map_polyline" (
    "id" SERIAL NOT NULL,
    "map_id" INTEGER NOT NULL DEFAULT 0,
    "path" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "line_color" TEXT NOT NULL DEFAULT '',
    "line_thickness" TEXT NOT NULL DEFAULT '',
    "opacity" TEXT NOT NULL DEFAULT '',
    "hover_line_color" TEXT NOT NULL DEFAULT '',
    "hover_opacity" TEXT NOT NULL DEFAULT '',
    "line_style" INTEGER NOT NULL DEFAULT 0,
    "layer_group" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "map_polyline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "map_circle" (
    "id" SERIAL NOT NULL,
    "map_id" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL DEFAULT '',
    "center" TEXT NOT NULL DEFAULT '',
    "radius" TEXT NOT NULL DEFAULT '',
    "color" TEXT NOT NULL DEFAULT '',
    "opacity" TEXT NOT NULL DEFAULT '',
    "line_color" TEXT NOT NULL DEFAULT '',
    "line_opacity" TEXT NOT NULL DEFAULT '0',
    "description" TEXT NOT NULL DEFAULT '',
    "hover_enabled" BOOLEAN NOT NULL DEFAULT false,
    "hover_fill_color" TEXT NOT NULL DEFAULT '',
    "hover_line_color" TEXT NOT NULL DEFAULT '',
    "hover_fill_opacity" TEXT NOT NULL DEFAULT '',
    "hover_line_opacity" TEXT NOT NULL DEFAULT '',
    "line_thickness" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "layer_group" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "map_circle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "map_rectangle" (
    "id" SERIAL NOT NULL,
    "map_id" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL DEFAULT '',
    "corner_a" TEXT NOT NULL DEFAULT '',
    "corner_b" TEXT NOT NULL DEFAULT '',
    "color" TEXT NOT NULL DEFAULT '',
    "opacity" TEXT NOT NULL DEFAULT '',
    "line_color" TEXT NOT NULL DEFAULT '',
    "line_opacity" TEXT NOT NULL DEFAULT '0',
    "description" TEXT NOT NULL DEFAULT '',
    "hover_enabled" BOOLEAN NOT NULL DEFAULT false,
    "hover_fill_color" TEXT NOT NULL DEFAULT '',
    "hover_line_color" TEXT NOT NULL DEFAULT '',
    "hover_fill_opacity" TEXT NOT NULL DEFAULT '',
    "hover_line_opacity" TEXT NOT NULL DEFAULT '',
    "line_thickness" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "layer_group" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "map_rectangle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "map_point_label" (
    "id" SERIAL NOT NULL,
    "map_id" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL DEFAULT '',
    "center" TEXT NOT NULL DEFAULT '',
    "fill_color" TEXT NOT NULL DEFAULT '',
    "line_color" TEXT NOT NULL DEFAULT '',
    "opacity" TEXT NOT NULL DEFAULT '',
    "font_size" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "map_point_label_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "geocode_cache" (
    "id" SERIAL NOT NULL,
    "query" TEXT NOT NULL,
    "response" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "geocode_cache_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "map_is_trashed_id_idx" ON "map"("is_trashed", "id");

-- CreateIndex
CREATE INDEX "map_marker_map_id_approved_id_idx" ON "map_marker"("map_id", "approved", "id");

-- CreateIndex
CREATE INDEX "map_marker_search_text_idx" ON "map_marker" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "map_polygon_map_id_id_idx" ON "map_polygon"("map_id", "id");

-- CreateIndex
CREATE INDEX "map_polyline_map_id_id_idx" ON "map_polyline"("map_id", "id");

-- CreateIndex
CREATE INDEX "map_circle_map_id_id_idx" ON "map_circle"("map_id", "id");

-- CreateIndex
CREATE INDEX "map_rectangle_map_id_id_idx" ON "map_rectangle"("map_id", "id");

-- CreateIndex
CREATE INDEX "map_point_label_map_id_id_idx" ON "map_point_label"("map_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "geocode_cache_query_key" ON "geocode_cache"("query");

-- CreateIndex
CREATE INDEX "map_marker_by_sticky" ON "map_marker"("sticky", "id");

-- What the Prisma schema cannot say.

-- Places near a point: a rectangle of degrees is looked up here, the distance is then measured.
CREATE INDEX map_marker_spot ON map_marker USING gist (point(lng_num, lat_num));

-- Tables of features sort by any of their columns; so that both databases agree, by code point after folding ASCII letters.
CREATE INDEX map_marker_by_title ON map_marker (lower(left(title, 100) COLLATE "C"), id);
CREATE INDEX map_marker_by_category ON map_marker (lower(left(category, 100) COLLATE "C"), id);
CREATE INDEX map_marker_by_address ON map_marker (lower(left(address, 100) COLLATE "C"), id);
CREATE INDEX map_marker_by_description ON map_marker (lower(left(description, 100) COLLATE "C"), id);
CREATE INDEX map_marker_by_icon ON map_marker (lower(left(icon, 100) COLLATE "C"), id);
CREATE INDEX map_marker_by_pic ON map_marker (lower(left(pic, 100) COLLATE "C"), id);
CREATE INDEX map_marker_by_link ON map_marker (lower(left(link, 100) COLLATE "C"), id);
CREATE INDEX map_polygon_by_name ON map_polygon (lower(left(name, 100) COLLATE "C"), id);
CREATE INDEX map_polygon_by_title ON map_polygon (lower(left(title, 100) COLLATE "C"), id);
CREATE INDEX map_polygon_by_link ON map_polygon (lower(left(link, 100) COLLATE "C"), id);
CREATE INDEX map_polyline_by_name ON map_polyline (lower(left(name, 100) COLLATE "C"), id);
CREATE INDEX map_polyline_by_title ON map_polyline (lower(left(title, 100) COLLATE "C"), id);
CREATE INDEX map_polyline_by_description ON map_polyline (lower(left(description, 100) COLLATE "C"), id);
CREATE INDEX map_polyline_by_link ON map_polyline (lower(left(link, 100) COLLATE "C"), id);
CREATE INDEX map_circle_by_name ON map_circle (lower(left(name, 100) COLLATE "C"), id);
CREATE INDEX map_circle_by_description ON map_circle (lower(left(description, 100) COLLATE "C"), id);
CREATE INDEX map_circle_by_link ON map_circle (lower(left(link, 100) COLLATE "C"), id);
CREATE INDEX map_rectangle_by_name ON map_rectangle (lower(left(name, 100) COLLATE "C"), id);
CREATE INDEX map_rectangle_by_description ON map_rectangle (lower(left(description, 100) COLLATE "C"), id);
CREATE INDEX map_rectangle_by_link ON map_rectangle (lower(left(link, 100) COLLATE "C"), id);
CREATE INDEX map_point_label_by_name ON map_point_label (lower(left(name, 100) COLLATE "C"), id);
CREATE INDEX map_by_title ON map (lower(left(title, 100) COLLATE "C"), id);
-- What tables search, joined as they ask for it.
CREATE INDEX map_marker_search ON map_marker USING gin ((lower(icon || chr(1) || pic || chr(1) || link)) gin_trgm_ops);
CREATE INDEX map_marker_search_id ON map_marker USING gin ((id::text) gin_trgm_ops);
CREATE INDEX map_search ON map USING gin ((lower(title)) gin_trgm_ops);
CREATE INDEX map_search_id ON map USING gin ((id::text) gin_trgm_ops);
CREATE INDEX map_polygon_search ON map_polygon USING gin ((lower(name || chr(1) || title || chr(1) || link)) gin_trgm_ops);
CREATE INDEX map_polygon_search_id ON map_polygon USING gin ((id::text) gin_trgm_ops);
CREATE INDEX map_polyline_search ON map_polyline USING gin ((lower(name || chr(1) || title || chr(1) || description || chr(1) || link)) gin_trgm_ops);
CREATE INDEX map_polyline_search_id ON map_polyline USING gin ((id::text) gin_trgm_ops);
CREATE INDEX map_circle_search ON map_circle USING gin ((lower(name || chr(1) || description || chr(1) || link)) gin_trgm_ops);
CREATE INDEX map_circle_search_id ON map_circle USING gin ((id::text) gin_trgm_ops);
CREATE INDEX map_rectangle_search ON map_rectangle USING gin ((lower(name || chr(1) || description || chr(1) || link)) gin_trgm_ops);
CREATE INDEX map_rectangle_search_id ON map_rectangle USING gin ((id::text) gin_trgm_ops);
CREATE INDEX map_point_label_search ON map_point_label USING gin ((lower(name)) gin_trgm_ops);
CREATE INDEX map_point_label_search_id ON map_point_label USING gin ((id::text) gin_trgm_ops);

-- Venues near a point.
CREATE INDEX venue_spot ON venue USING gist (point(longitude, latitude));

-- The number of markers of each map, kept by the statement that changes it.
CREATE FUNCTION count_map_markers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO map_marker_tally (map_id, approved, count)
      SELECT map_id, approved, count(*) FROM new_rows GROUP BY map_id, approved ORDER BY map_id, approved
      ON CONFLICT (map_id, approved) DO UPDATE SET count = map_marker_tally.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO map_marker_tally (map_id, approved, count)
      SELECT map_id, approved, -count(*) FROM old_rows GROUP BY map_id, approved ORDER BY map_id, approved
      ON CONFLICT (map_id, approved) DO UPDATE SET count = map_marker_tally.count + excluded.count;
  ELSE
    INSERT INTO map_marker_tally (map_id, approved, count)
      SELECT map_id, approved, sum(n) FROM (
        SELECT map_id, approved, 1 AS n FROM new_rows UNION ALL SELECT map_id, approved, -1 FROM old_rows
      ) AS moved GROUP BY map_id, approved HAVING sum(n) <> 0 ORDER BY map_id, approved
      ON CONFLICT (map_id, approved) DO UPDATE SET count = map_marker_tally.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER map_marker_inserted AFTER INSERT ON map_marker REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_map_markers();
CREATE TRIGGER map_marker_deleted AFTER DELETE ON map_marker REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_map_markers();
CREATE TRIGGER map_marker_updated AFTER UPDATE ON map_marker REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_map_markers();

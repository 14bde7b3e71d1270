-- Oldest reader: 6
--
-- What an app shares with its websites beside links: saved passwords, and App Clips.

ALTER TABLE fleet.apps
  ADD COLUMN has_web_credentials boolean NOT NULL DEFAULT false,
  ADD COLUMN app_clips text[] COLLATE "C" NOT NULL DEFAULT '{}',
  -- Apple makes the ID of an App Clip from that of its app.
  ADD CONSTRAINT apps_app_clips CHECK (
    app_clips = '{}'
    OR platform = 'ios'
      AND array_position(app_clips, NULL) IS NULL
      AND cardinality(app_clips) + 1 = cardinality(
        string_to_array(E'\n' || array_to_string(app_clips, E'\n'), E'\n' || identifier || '.')
      )
  );

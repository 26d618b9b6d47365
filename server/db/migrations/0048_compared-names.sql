-- As `nameKey` in src/domain/name-key.ts.
CREATE FUNCTION "name_key"("name" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length("name") = char_length("name")
    THEN btrim(regexp_replace(translate(lower("name" COLLATE "und-x-icu"), '''`.', ''), '[-,\s]+', ' ', 'g'))
    ELSE btrim(regexp_replace(
      replace(replace(replace(replace(
        translate(
          lower(regexp_replace(
            normalize(translate("name", '''’‘ʼ`´ʹ′.', ''), NFKD),
            '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
            '', 'g') COLLATE "und-x-icu"),
          'øđðłħı', 'oddlhi'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[-‐‑‒–—―,\s]+', ' ', 'g'))
    END
$$;--> statement-breakpoint
UPDATE "students" SET "name" = btrim(regexp_replace(regexp_replace(normalize("name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "name" <> btrim(regexp_replace(regexp_replace(normalize("name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "schools" SET "name" = btrim(regexp_replace(regexp_replace(normalize("name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "name" <> btrim(regexp_replace(regexp_replace(normalize("name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "providers" SET "first_name" = btrim(regexp_replace(regexp_replace(normalize("first_name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "first_name" <> btrim(regexp_replace(regexp_replace(normalize("first_name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "providers" SET "middle_name" = btrim(regexp_replace(regexp_replace(normalize("middle_name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "middle_name" <> btrim(regexp_replace(regexp_replace(normalize("middle_name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "providers" SET "last_name" = btrim(regexp_replace(regexp_replace(normalize("last_name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "last_name" <> btrim(regexp_replace(regexp_replace(normalize("last_name", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "services" SET "code" = btrim(regexp_replace(regexp_replace(normalize("services"."code", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "services"."code" <> btrim(regexp_replace(regexp_replace(normalize("services"."code", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) AND NOT EXISTS (
  SELECT FROM "services" AS "other" WHERE "other"."id" <> "services"."id" AND lower(btrim(regexp_replace(regexp_replace(normalize("other"."code", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'))) = lower(btrim(regexp_replace(regexp_replace(normalize("services"."code", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'))));--> statement-breakpoint
UPDATE "services" SET "description" = btrim(regexp_replace(regexp_replace(normalize("services"."description", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "services"."description" <> btrim(regexp_replace(regexp_replace(normalize("services"."description", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "tracking_labels" SET "description" = btrim(regexp_replace(regexp_replace(normalize("tracking_labels"."description", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g')) WHERE "tracking_labels"."description" <> btrim(regexp_replace(regexp_replace(normalize("tracking_labels"."description", NFC), '[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]', '', 'g'), '\s+', ' ', 'g'));--> statement-breakpoint
DROP INDEX "students_same_name";--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (name_key(name)) STORED;--> statement-breakpoint
CREATE INDEX "students_same_name" ON "students" USING btree ("name_key");

-- Written by hand, Drizzle has no triggers: notes what changes in a table in live_changes, and wakes the servers.
--
-- topic: as in src/contract/live.ts. provider, owner (a user), day: expressions on c, a row that changed, and on what
-- source joins to it. updates: which of a changed row's updates count.
CREATE FUNCTION "live_follow"("followed" text, "topic" text, "provider" text DEFAULT 'null::int', "owner" text DEFAULT 'null::int', "day" text DEFAULT 'null::date', "source" text DEFAULT '', "updates" text DEFAULT 'true') RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
	note text := format('INSERT INTO live_changes (topic, provider_id, user_id, from_date, to_date)
		SELECT %L, k.provider, k.owner, min(k.day), max(k.day) FROM (%%s) k GROUP BY k.provider, k.owner', topic);
	keys text := format('SELECT %s AS provider, %s AS owner, %s AS day FROM %%s c %s', provider, owner, day, source);
	name text := 'live_' || followed;
BEGIN
	EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $note$ BEGIN
		IF tg_op = ''UPDATE'' THEN %s; ELSE %s; END IF;
		IF found THEN PERFORM pg_notify(''live_changes'', ''''); END IF;
		RETURN NULL;
	END $note$', name,
		format(note, format(keys, 'changed') || ' WHERE ' || updates || ' UNION ALL ' || format(keys, 'before') || ' WHERE ' || updates),
		format(note, format(keys, 'changed')));
	EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_insert', followed, name);
	EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_update', followed, name);
	EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_delete', followed, name);
END $body$;--> statement-breakpoint
SELECT live_follow('schedule_events', 'sessions', provider => 'c.provider_id'),
	live_follow('schedule_event_students', 'sessions', provider => 'e.provider_id', source => 'JOIN schedule_events e ON e.id = c.schedule_event_id'),
	live_follow('occurrences', 'sessions', provider => 'c.provider_id', day => 'c.date'),
	live_follow('occurrence_edits', 'sessions', provider => 'o.provider_id', day => 'o.date', source => 'JOIN occurrences o ON o.id = c.occurrence_id'),
	live_follow('occurrence_students', 'sessions', provider => 'o.provider_id', day => 'o.date', source => 'JOIN occurrences o ON o.id = c.occurrence_id'),
	live_follow('provider_days', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('day_notes', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('timesheets', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('pto_requests', 'timeOff', provider => 'c.provider_id', day => 'c.requested_date'),
	live_follow('pto_balances', 'timeOff', provider => 'c.provider_id'),
	live_follow('students', 'students', provider => 'c.provider_id'),
	live_follow('caseload_frequencies', 'students', provider => 's.provider_id', source => 'JOIN students s ON s.id = c.student_id'),
	live_follow('providers', 'providers', provider => 'c.id'),
	live_follow('provider_rates', 'providers', provider => 'c.provider_id'),
	live_follow('provider_services', 'providers', provider => 'c.provider_id'),
	live_follow('provider_schools', 'providers', provider => 'c.provider_id'),
	live_follow('provider_emergency_contacts', 'providers', provider => 'c.provider_id'),
	live_follow('provider_documents', 'documents', provider => 'c.provider_id'),
	live_follow('calendar_feeds', 'calendarFeeds', provider => 'c.provider_id'),
	live_follow('hand_overs', 'handOvers', provider => 'c.provider_id'),
	live_follow('hand_over_items', 'handOvers', provider => 'c.to_provider_id');--> statement-breakpoint
SELECT live_follow('schools', 'schools'),
	live_follow('school_contacts', 'schools'),
	live_follow('school_billing_profiles', 'schools'),
	live_follow('school_admin_fees', 'schools'),
	live_follow('school_service_rates', 'schools'),
	live_follow('services', 'services'),
	live_follow('tracking_labels', 'labels'),
	live_follow('document_templates', 'documentTypes'),
	live_follow('lock_outs', 'periods'),
	live_follow('invoices', 'invoices'),
	live_follow('invoice_deliveries', 'invoices'),
	live_follow('invoice_runs', 'invoices'),
	live_follow('invoice_run_schools', 'invoices'),
	live_follow('payroll_exports', 'payroll'),
	live_follow('organisation', 'organization'),
	live_follow('role_permissions', 'permissions'),
	live_follow('chart_links', 'chartLinks'),
	-- A job in progress says so again and again.
	live_follow('jobs', 'mail', updates => 'c.state <> ''running''');--> statement-breakpoint
SELECT live_follow('users', 'users', owner => 'c.id'),
	-- A session in use is stored every minute; only its end counts.
	live_follow('user_sessions', 'devices', owner => 'c.user_id', updates => 'c.ended_at IS NOT NULL'),
	live_follow('passkeys', 'signInMethods', owner => 'c.user_id'),
	live_follow('authenticator_apps', 'signInMethods', owner => 'c.user_id'),
	live_follow('user_identities', 'signInMethods', owner => 'c.user_id'),
	live_follow('notifications', 'notifications', owner => 'c.user_id'),
	live_follow('dismissed_news', 'news', owner => 'c.user_id'),
	live_follow('report_details', 'reports', owner => 'c.user_id'),
	live_follow('saved_reports', 'reports', owner => 'c.user_id');

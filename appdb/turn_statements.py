"""The statements by which turns are taken, held, followed and ended; one trip each."""

from appdb.lease import UNAWAITED

# The columns of a turn, as appdb.turns.Turn names them.
NAMES = (
    "id", "owner", "thread", "connection", "question", "status", "answer", "started_at", "finished_at", "how",
    "stop_asked", "shown",
)  # fmt: skip
COLUMNS = ", ".join(NAMES)

_MAY_WAIT = """
    (SELECT coalesce(status <> 'done' OR answer ->> 'kind' = 'clarify', false) FROM turns AS before
     WHERE before.owner = {0}.owner AND before.thread = {0}.thread AND before.status <> 'running'
     ORDER BY finished_at DESC LIMIT 1) AS may_wait
"""

# An owner's unfinished turns: whether somebody answers it, and whether it is the next of its conversation.
_MINE = """
mine AS (
    SELECT turns.id, turns.thread, turns.connection, turns.place,
        lease.turn IS NOT DISTINCT FROM turns.id AS is_held,
        lease.turn IS NULL AND turns.place = min(turns.place) OVER (PARTITION BY turns.thread) AS is_next
    FROM given JOIN turns USING (owner) LEFT JOIN leases AS lease
        ON lease.owner = turns.owner AND lease.thread = turns.thread
        AND lease.expires_at > clock_timestamp()
    WHERE turns.status = 'running'
)
"""

# One begins at once where its conversation is free, fewer are answered than may be, and nobody is before it.
TAKE = f"""
WITH given AS (
    SELECT %s::text AS id, %s::text AS owner, %s::text AS thread, %s::text AS connection,
        %s::text AS question, %s::jsonb AS how, %s::text AS holder, make_interval(secs => %s) AS period,
        %s::int AS most_running, %s::int AS most_waiting, %s::int AS most_sent, %s::text[] AS refused
), {_MINE}, line AS (
    SELECT running, waiting, running < most_running AND NOT is_busy AND NOT is_behind AS begins,
        CASE WHEN most_sent > 0 AND most_sent <= (
            SELECT count(*) FROM turns WHERE turns.owner = given.owner
            AND started_at > clock_timestamp() - interval '1 minute'
            AND NOT coalesce(answer -> 'failure' ->> 'code' = ANY(refused), false)
        ) THEN 'too_many_messages'
        WHEN waiting >= most_waiting AND (running >= most_running OR is_busy OR is_behind) THEN 'queue_full'
        END AS refusal
    FROM given, LATERAL (
        SELECT count(*) FILTER (WHERE is_held) AS running, count(*) FILTER (WHERE NOT is_held) AS waiting,
            coalesce(bool_or(is_next), false) AS is_behind
        FROM mine WHERE mine.connection = given.connection
    ) AS counted, LATERAL (
        SELECT EXISTS (SELECT 1 FROM mine WHERE mine.thread = given.thread) AS is_busy
    ) AS conversation
), made AS (
    INSERT INTO turns (id, owner, thread, connection, question, how)
    SELECT id, owner, thread, connection, question, how FROM given, line WHERE refusal IS NULL
    RETURNING {COLUMNS}
), held AS (
    INSERT INTO leases (owner, thread, turn, holder, expires_at)
    SELECT made.owner, made.thread, made.id, holder, clock_timestamp() + period
    FROM made, given, line WHERE begins
    ON CONFLICT DO NOTHING RETURNING token, tries
)
SELECT made.*, held.token, held.tries, {_MAY_WAIT.format("made")}, refusal, running, waiting
FROM line LEFT JOIN made ON true LEFT JOIN held ON true
"""

# The turn's row is locked before the lease's, here and at the end, so that the two never wait for each other.
CLAIM = f"""
WITH given AS (
    SELECT %s::text AS owner, %s::text AS holder, make_interval(secs => %s) AS period, %s::int AS most_running
), {_MINE}, head AS (
    SELECT turns.* FROM given, mine JOIN turns ON turns.id = mine.id
    WHERE is_next AND turns.status = 'running' AND most_running > (
        SELECT count(*) FROM mine AS other WHERE other.is_held AND other.connection = mine.connection)
    ORDER BY mine.place LIMIT 1 FOR UPDATE OF turns
), held AS (
    INSERT INTO leases (owner, thread, turn, holder, expires_at)
    SELECT head.owner, head.thread, head.id, holder, clock_timestamp() + period FROM head, given
    ON CONFLICT (owner, thread) DO UPDATE
    SET turn = excluded.turn, holder = excluded.holder, token = excluded.token,
        tries = CASE WHEN leases.turn = excluded.turn THEN leases.tries + 1 ELSE 1 END,
        expires_at = excluded.expires_at
    WHERE leases.expires_at <= clock_timestamp()
    RETURNING turn, token, tries
), begun_anew AS (
    DELETE FROM turn_events USING held WHERE turn_events.turn = held.turn
)
SELECT head.*, held.token, held.tries, {_MAY_WAIT.format("head")} FROM head JOIN held ON true
"""

ABANDONED = """
SELECT owner, extract(epoch FROM max(clock_timestamp() - started_at))::float8 AS age_s
FROM turns WHERE status = 'running' AND started_at < clock_timestamp() - make_interval(secs => %s)
  AND NOT EXISTS (
    SELECT 1 FROM leases WHERE leases.owner = turns.owner AND leases.thread = turns.thread
    AND expires_at > clock_timestamp())
GROUP BY owner ORDER BY min(place)
"""

FINISH = """
WITH unfinished AS (
    SELECT id, owner, thread FROM turns WHERE id = %s AND status = 'running' FOR UPDATE
), freed AS (
    DELETE FROM leases USING unfinished AS u
    WHERE leases.owner = u.owner AND leases.thread = u.thread AND turn = u.id AND token = %s RETURNING turn
), ended AS (
    UPDATE turns SET status = %s, answer = %s, shown = %s, finished_at = clock_timestamp() FROM freed
    WHERE turns.id = freed.turn RETURNING turns.id, turns.owner, turns.thread
), told AS (
    DELETE FROM turn_events USING freed WHERE turn_events.turn = freed.turn
), traced AS (
    INSERT INTO traces (turn, owner, thread, connection, rights, trace, expires_at)
    SELECT id, owner, thread, connection, rights, trace, now() + make_interval(days => days)
    FROM ended, (VALUES (%s::text, %s::text, %s::jsonb, %s::int)) AS kept (connection, rights, trace, days)
    WHERE trace IS NOT NULL ON CONFLICT DO NOTHING
), audited AS (
    INSERT INTO audit (who, act, connection, question, sql, policies, rows, ms, code, detail)
    SELECT %s::text, %s::text, %s::text, %s::text, %s::text, %s::jsonb, %s::bigint, %s::float8, %s::text,
           %s::jsonb
    FROM ended
)
SELECT pg_notify(%s, id || ' 0') FROM ended
"""

DROP = """
WITH waiting AS (
    SELECT id FROM turns WHERE id = %s AND owner = %s AND status = 'running' AND NOT EXISTS (
        SELECT 1 FROM leases WHERE turn = turns.id AND expires_at > clock_timestamp())
    FOR UPDATE
), ended AS (
    UPDATE turns SET status = 'stopped', shown = '{}', finished_at = clock_timestamp() FROM waiting
    WHERE turns.id = waiting.id RETURNING turns.*
), audited AS (
    INSERT INTO audit (who, act, connection, question, code, detail)
    SELECT owner, 'ask', connection, question, 'stopped', jsonb_build_object('turn', id, 'kind', 'stopped')
    FROM ended
)
SELECT pg_notify(%s, id || ' 0') FROM ended
"""

# Unawaited: a commit that notifies holds up all others that do until it is on disk, several a question.
KEEP = f"""
WITH mine AS (
    SELECT turn, token FROM leases WHERE turn = %s AND token = %s
), kept AS (
    INSERT INTO turn_events (turn, token, number, events) SELECT turn, token, %s::int, %s::jsonb FROM mine
    RETURNING turn, number
)
SELECT pg_notify(%s, turn || ' ' || number), {UNAWAITED} FROM kept
"""

STANDING = f"""
WITH given AS (SELECT %s::text AS owner
), {_MINE}, live AS (SELECT owner, thread, turn, token FROM leases WHERE expires_at > clock_timestamp())
SELECT {COLUMNS}, live.turn AS held, live.token, (
    SELECT jsonb_agg(jsonb_build_array(number, events) ORDER BY number) FROM turn_events AS told
    WHERE told.turn = id AND told.token = live.token
      AND number > CASE WHEN live.token = %s THEN %s ELSE 0 END
) AS news, place_in_line, running
FROM turns LEFT JOIN live USING (owner, thread), LATERAL (
    SELECT count(*) FILTER (WHERE NOT is_held AND mine.place <= turns.place) AS place_in_line,
        array_agg(mine.id) FILTER (WHERE is_held) AS running
    FROM mine WHERE mine.connection = turns.connection
      AND turns.status = 'running' AND live.turn IS DISTINCT FROM turns.id
) AS line
WHERE id = %s AND owner = %s
"""

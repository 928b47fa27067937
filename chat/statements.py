"""The statements of the list of conversations, over Chainlit's own tables and the turns."""

from typing import LiteralString

BEGIN: LiteralString = """
INSERT INTO chat.threads AS held (id, "createdAt", name, "userId", "userIdentifier", tags, metadata)
VALUES (%s, %s, %s, %s, (SELECT identifier FROM chat.users WHERE id = %s), %s, %s::jsonb - %s::text[])
ON CONFLICT (id) DO UPDATE SET name = coalesce(excluded.name, held.name),
    "userId" = excluded."userId", "userIdentifier" = excluded."userIdentifier",
    tags = coalesce(excluded.tags, held.tags), metadata = held.metadata || excluded.metadata
WHERE held."userId" IS NULL OR held."userId" = excluded."userId"
"""

RENEW: LiteralString = """
UPDATE chat.threads SET name = coalesce(%s, name), tags = coalesce(%s, tags),
    metadata = (metadata || %s::jsonb) - %s::text[]
WHERE id = %s
"""

DELETE: LiteralString = """
WITH verdicts AS (DELETE FROM chat.feedbacks WHERE "threadId" = %s),
    files AS (DELETE FROM chat.elements WHERE "threadId" = %s),
    kept AS (DELETE FROM chat.steps WHERE "threadId" = %s)
DELETE FROM chat.threads WHERE id = %s
"""

AUTHOR: LiteralString = """
SELECT coalesce(
    (SELECT "userIdentifier" FROM chat.threads WHERE id = %s),
    (SELECT owner FROM turns WHERE thread = %s ORDER BY place LIMIT 1)
) AS author
"""

# A conversation is listed by what Chainlit wrote of it, or by its turns where that was lost.
LIST: LiteralString = """
WITH me AS (
    SELECT id, identifier FROM chat.users WHERE id = %s
), asked AS (
    SELECT thread, (array_agg(question ORDER BY place))[1] AS first, bool_or(
            question ILIKE %s OR answer ->> 'answer' ILIKE %s) AS found,
        to_char(min(started_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS began,
        to_char(max(started_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS last
    FROM turns JOIN me ON owner = me.identifier GROUP BY thread
), written AS (
    SELECT t.* FROM chat.threads t JOIN me ON t."userId" = me.id
), mine AS (
    SELECT coalesce(w.id, a.thread) AS id, coalesce(w.name, left(a.first, 80)) AS name,
        coalesce(w."createdAt", a.began) AS "createdAt", me.id AS "userId",
        me.identifier AS "userIdentifier", w.tags, coalesce(w.metadata, '{}') AS metadata,
        greatest(a.last, coalesce(
            (SELECT max(s."createdAt") FROM chat.steps s WHERE s."threadId" = w.id), w."createdAt")) AS last,
        a.found
    FROM me CROSS JOIN (written w FULL JOIN asked a ON a.thread = w.id)
)
SELECT * FROM mine
WHERE (%s::text IS NULL OR name ILIKE %s OR found OR EXISTS (
        SELECT 1 FROM chat.steps s
        WHERE s."threadId" = mine.id AND s.type LIKE '%%message' AND s.output ILIKE %s))
  AND (%s::int IS NULL OR EXISTS (
        SELECT 1 FROM chat.feedbacks f WHERE f."threadId" = mine.id AND f.value = %s))
  AND (%s::text IS NULL OR (last, id) < (SELECT last, id FROM mine WHERE id = %s))
ORDER BY last DESC, id DESC
LIMIT %s
"""

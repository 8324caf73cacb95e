import type { Platform } from '../apps/server/src/platform/platform.ts'
import type { SubjectKind } from '../apps/server/src/platform/subjects.ts'
import { aChannel, aMatch, aTeam, knowsLive } from '../apps/server/src/testing/live.ts'

const team = (id: number, name: string) => aTeam({ id, name })

/** Forty channels, two of them with programmes, and four matches in different states. */
export function sampleLive(nowSec: number): SubjectKind[] {
  const now = { id: 1, name: '城南旧事馆', img: '', start: nowSec - 900, end: nowSec + 900 }
  const next = { id: 2, name: '江上夜航　第 3 集', img: '', start: nowSec + 900, end: nowSec + 3600 }
  return knowsLive(
    [
      aChannel({ id: 1, name: '云幕一套', now, next }),
      aChannel({ id: 2, name: '朔北卫视', now }),
      ...Array.from({ length: 38 }, (_, at) => aChannel({ id: at + 3, name: `第${at + 3}频道` })),
    ],
    [
      aMatch({ id: 1, state: 'live', status: 'live', start: nowSec - 4000, score: [2, 1], minute: 67 }),
      aMatch({ id: 2, start: nowSec + 3530, home: team(3, '朔北苍狼'), away: team(4, '蜀道熊罴') }),
      aMatch({ id: 3, start: nowSec + 300_000, home: team(5, '河西飞骑'), away: team(6, '南渡骁骑') }),
      aMatch({ id: 4, state: 'over', status: 'over', start: nowSec - 90_000, score: [96, 102], replayId: 9 }),
    ],
  )
}

interface SampleLists {
  userId: number
  nowSec: number
  /** Number of followed channels; if positive, four matches are subscribed to as well. */
  follows: number
  /** Newest first. */
  comments: readonly string[]
  /** The subject of every fourth comment; another fourth belongs to a deleted title. */
  titleId: number
}

/** Adds entries to a user's lists directly in the database. */
export async function addSampleLists({ pool }: Pick<Platform, 'pool'>, lists: SampleLists): Promise<void> {
  const { userId, nowSec, follows, comments, titleId } = lists
  await pool.query('insert into follow select $1, n, 1000 - n from generate_series(1, $2::int) as n', [userId, follows])
  if (follows > 0)
    await pool.query('insert into match_subscription select $1, n, 1000 - n from generate_series(1, 4) as n', [userId])
  await pool.query(
    `insert into comment (user_id, kind, subject_id, content, created_at, up_count)
     select $1, (array['vod', 'live', 'match', 'vod'])[1 + n % 4],
       (array[$2::int, 1, 1, 999999])[1 + n % 4], content, $3::bigint - n * 7200, n % 3
     from (select content, place::int - 1 as n from unnest($4::text[]) with ordinality as given (content, place)) as own`,
    [userId, titleId, nowSec, comments],
  )
}

import { createTokens } from '../../apps/server/src/platform/calls/viewer.ts'
import type { Platform } from '../../apps/server/src/platform/platform.ts'

export interface Person {
  userId: number
  token: string
}

const sessionSec = 86_400

/** Adds users who are signed in. */
export async function addPeople({ pool, secrets }: Platform, count: number): Promise<Person[]> {
  const nowSec = Math.floor(Date.now() / 1000)
  await pool.query(
    `insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
     select 'viewer' || at, 'viewer' || at, 'viewer', 2, 0, $2 from generate_series(1, $1::int) as at`,
    [count, nowSec],
  )
  const { rows } = await pool.query<{ id: string; user_id: number }>(
    `insert into user_session (id, user_id, created_at, expires_at)
     select gen_random_uuid(), id, $1::bigint, $1::bigint + ${sessionSec} from app_user returning id, user_id`,
    [nowSec],
  )
  const issuer = createTokens(Buffer.from(secrets.tokenKey))
  const people: Person[] = []
  for (const { id, user_id: userId } of rows) {
    const token = await issuer.issue({ userId, sessionId: id, nowSec, lifetimeSec: sessionSec })
    people.push({ userId, token })
  }
  return people
}

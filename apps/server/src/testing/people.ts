import { operatorAuthority } from '@yunmu/contract'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Users of the tests: 林 is a plain user, 梅 is a VIP, 包 is a VIP whose membership has ended. */
const cast = {
  lin: { nickname: '林', groupId: 2, vipForSec: 0 },
  mei: { nickname: '梅', groupId: 3, vipForSec: 30 * 24 * 3600 },
  bao: { nickname: '包', groupId: 3, vipForSec: -60 },
} as const

const daySec = 24 * 3600

/** The entry of the ledger that gives a membership. */
const addEntry = async (pool: pg.Pool, userId: number, { endSec, atSec }: { endSec: number; atSec: number }) =>
  pool.query(
    `insert into vip_entry (user_id, kind, ref, seconds, at_sec, actor) values ($1::int, 'import', $1::int::text, $2, $3, 'test')`,
    [userId, endSec - atSec, atSec],
  )

export type People = Record<keyof typeof cast, { userId: number; sessionId: string }>

/** Creates the users with a session each. */
export async function makePeople(pool: pg.Pool, nowSec: number): Promise<People> {
  const make = async (name: keyof typeof cast): Promise<{ userId: number; sessionId: string }> => {
    const { nickname, groupId, vipForSec } = cast[name]
    const made = await pool.query<{ id: number }>(
      'insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at) values ($1, $1, $2, $3, $4, $5) returning id',
      [name, nickname, groupId, vipForSec === 0 ? 0 : nowSec + vipForSec, nowSec],
    )
    const userId = made.rows[0]?.id ?? 0
    if (vipForSec !== 0)
      await addEntry(pool, userId, { endSec: nowSec + vipForSec, atSec: Math.min(nowSec, nowSec + vipForSec - daySec) })
    const sessionId = randomUUID()
    await pool.query('insert into user_session (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
      sessionId,
      userId,
      nowSec,
      nowSec + 30 * 24 * 3600,
    ])
    return { userId, sessionId }
  }
  return { lin: await make('lin'), mei: await make('mei'), bao: await make('bao') }
}

export async function makeOperator(pool: pg.Pool, userId: number): Promise<void> {
  await pool.query('update app_user set authority_id = $2 where id = $1', [userId, operatorAuthority])
}

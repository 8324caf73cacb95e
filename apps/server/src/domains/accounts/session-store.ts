import type { Kysely } from 'kysely'
import type { FindSession } from '../../platform/viewer.ts'
import { isVip } from './accounts-rules.ts'
import type { AccountsTables } from './accounts-tables.ts'

/** Finds the person behind a token's session. VIP is read at this moment, so an upgrade shows at once. */
export function createFindSession(db: Kysely<AccountsTables>): FindSession {
  return async (sessionId, userId, nowMs) => {
    if (!/^[0-9a-f-]{36}$/.test(sessionId)) return { state: 'unknown' }
    const row = await db
      .selectFrom('user_session')
      .innerJoin('app_user', 'app_user.id', 'user_session.user_id')
      .select(['app_user.id', 'name', 'group_id', 'user_end_time', 'authority_id', 'disabled', 'ended_at'])
      .where('user_session.id', '=', sessionId)
      .where('app_user.id', '=', userId)
      .executeTakeFirst()
    if (!row) return { state: 'unknown' }
    if (row.ended_at !== null || row.disabled) return { state: 'ended' }
    const groupId = row.group_id
    const vip = isVip({ groupId, userEndTime: row.user_end_time }, nowMs / 1000)
    return {
      state: 'alive',
      viewer: { id: row.id, sessionId, name: row.name, groupId, authorityId: row.authority_id, isVip: vip },
    }
  }
}

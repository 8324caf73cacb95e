import { nowSec } from '../../platform/process/clock.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { User } from './user-store.ts'

const atSec = (sec: number): string | null => (sec === 0 ? null : new Date(sec * 1000).toISOString())

/** All stored data of a user, times as ISO 8601. Contains no secret: passwords exist only as hashes. */
export async function collectExport(
  {
    clock,
    personalData,
    sessionCache,
    sessions,
  }: Pick<AccountsParts, 'clock' | 'personalData' | 'sessionCache' | 'sessions'>,
  user: User,
): Promise<Record<string, unknown>> {
  await sessionCache.flushLastSeen()
  const open = await sessions.list(user.id, nowSec(clock))
  return {
    exportedAt: atSec(nowSec(clock)),
    account: {
      userId: user.id,
      userName: user.name,
      userNickName: user.nickname,
      userEmail: user.email,
      userQq: user.qq,
      userPortrait: user.portrait,
      adult: user.adult,
      hidesScores: user.hidesScores,
      minors: user.minorsCode !== '',
      groupId: user.groupId,
      vipUntil: atSec(user.userEndTime),
      createdAt: atSec(user.createdAt),
      leaveAt: atSec(user.leaveAt),
    },
    sessions: open.map(({ device, network, createdAt, seenAt }) => ({
      device,
      network,
      createdAt: atSec(createdAt),
      seenAt: atSec(seenAt),
    })),
    ...(await personalData.exportOf(user.id)),
  }
}

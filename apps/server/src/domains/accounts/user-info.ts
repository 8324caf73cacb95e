import { isVip, type UserInfo } from '@yunmu/contract'
import type { AccountsNeeds } from './accounts-needs.ts'
import type { User } from './user-store.ts'

/** The name shown on pages. */
const displayName = ({ nickname, name }: User): string => (nickname === '' ? name : nickname)

/** A user as seen by others. */
export const authorOf = (
  user: User,
  nowSec: number,
): { nickname: string; portrait: string; isVip: boolean; joinedAt: number } => ({
  nickname: displayName(user),
  portrait: user.portrait,
  isVip: isVip(user, nowSec),
  joinedAt: user.createdAt,
})

/** A user as seen by that user. */
export type InfoOf = (user: User) => Promise<UserInfo>

export const createInfoOf =
  ({ subscribedMatches }: Pick<AccountsNeeds, 'subscribedMatches'>): InfoOf =>
  async (user) => ({
    userId: user.id,
    userName: user.name,
    userNickName: displayName(user),
    userEmail: user.email ?? '',
    userPortrait: user.portrait,
    userQq: user.qq,
    adult: user.adult,
    hidesScores: user.hidesScores,
    minors: user.minorsCode !== '',
    groupId: user.groupId,
    userEndTime: user.userEndTime,
    subLiveIds: await subscribedMatches(user.id),
    authorityId: user.authorityId,
    hasPassword: user.passwordHash !== '',
    leaveAt: user.leaveAt,
  })

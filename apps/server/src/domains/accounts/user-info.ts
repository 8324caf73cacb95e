import type { UserInfo } from '@yunmu/contract'
import type { User } from './user-store.ts'

/** A person as that person may see it. */
export const userInfoOf = (user: User): UserInfo => ({
  userId: user.id,
  userName: user.name,
  userNickName: user.nickname === '' ? user.name : user.nickname,
  userEmail: user.email ?? '',
  userPortrait: user.portrait,
  userQq: user.qq,
  adult: user.adult,
  groupId: user.groupId,
  userEndTime: user.userEndTime,
  subLiveIds: [],
  authorityId: user.authorityId,
  hasPassword: user.passwordHash !== '',
  leaveAt: user.leaveAt,
})

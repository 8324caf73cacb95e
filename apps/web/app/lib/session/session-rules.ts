import type { UserInfo } from '@yunmu/contract'

/** Defines the type of each stored field. */
const exampleUser: UserInfo = {
  userId: 0,
  userName: '',
  userNickName: '',
  userEmail: '',
  userPortrait: '',
  userQq: '',
  adult: true,
  hidesScores: false,
  minors: false,
  groupId: 0,
  userEndTime: 0,
  subLiveIds: [],
  authorityId: 0,
  hasPassword: true,
  leaveAt: 0,
}

function isUserInfo(value: unknown): value is UserInfo {
  if (!(value instanceof Object)) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return Object.entries(exampleUser).every(([field, { constructor }]) => found.get(field)?.constructor === constructor)
}

/** Parses a stored user; null if invalid or written by an incompatible version. */
export function parseUser(text: string | null): UserInfo | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isUserInfo(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a page requires a signed-in user. */
export const requiresSignIn = (pathname: string): boolean => pathname.split('/').includes('user')

/** What the browser does about a refusal. */
export type Reaction = 'warn' | 'login' | 'ignore' | 'sign-out' | 'sign-out-and-leave'

/** By code: importing the contract's catalogue, which has names, would bundle all of its messages. */
const reactions: Readonly<Record<number, Reaction>> = {
  11: 'ignore',
  12: 'login',
  13: 'sign-out',
  14: 'sign-out-and-leave',
  15: 'ignore',
  16: 'sign-out',
  17: 'ignore',
}

/** Reaction to a reply code; unlisted codes are shown to the user. */
export const reactionTo = (code: number): Reaction => reactions[code] ?? 'warn'

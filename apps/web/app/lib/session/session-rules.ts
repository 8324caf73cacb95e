import type { UserInfo } from '@yunmu/contract'

/** Says which kind of value stands in each field. */
const example: UserInfo = {
  userId: 0,
  userName: '',
  userNickName: '',
  userEmail: '',
  userPortrait: '',
  userQq: '',
  adult: true,
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
  return Object.entries(example).every(([field, { constructor }]) => found.get(field)?.constructor === constructor)
}

/** The person in a stored text; null where it is none, or one that an earlier version wrote. */
export function parseUser(text: string | null): UserInfo | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isUserInfo(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a page is nothing without somebody who is signed in. */
export const needsPerson = (pathname: string): boolean => pathname.split('/').includes('user')

/** What the browser does about a refusal. */
export type Reaction = 'warn' | 'login' | 'swallow' | 'sign-out' | 'sign-out-and-leave'

/** By number: the contract's catalogue, where they have names, would come along with all its sentences. */
const reactions: Readonly<Record<number, Reaction>> = {
  11: 'swallow',
  12: 'login',
  13: 'sign-out',
  14: 'sign-out-and-leave',
  15: 'swallow',
  16: 'sign-out',
  17: 'swallow',
}

/** What a reply code asks of the browser; whatever is not named here is told to the person. */
export const reactionTo = (code: number): Reaction => reactions[code] ?? 'warn'

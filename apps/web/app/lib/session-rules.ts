import type { UserInfo } from '@yunmu/contract'

const kinds: { readonly [Field in keyof UserInfo]: 'number' | 'string' | 'boolean' | 'object' } = {
  userId: 'number',
  userName: 'string',
  userNickName: 'string',
  userEmail: 'string',
  userPortrait: 'string',
  userQq: 'string',
  adult: 'boolean',
  groupId: 'number',
  userEndTime: 'number',
  subLiveIds: 'object',
  authorityId: 'number',
  hasPassword: 'boolean',
  leaveAt: 'number',
}

function isUserInfo(value: unknown): value is UserInfo {
  if (!(value instanceof Object)) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return (
    Object.entries(kinds).every(([field, kind]) => typeof found.get(field) === kind) &&
    Array.isArray(found.get('subLiveIds'))
  )
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
const reactions = new Map<number, Reaction>([
  [11, 'swallow'],
  [12, 'login'],
  [13, 'sign-out'],
  [14, 'sign-out-and-leave'],
  [15, 'swallow'],
  [16, 'sign-out'],
  [17, 'swallow'],
])

/** What a reply code asks of the browser; whatever is not named here is told to the person. */
export const reactionTo = (code: number): Reaction => reactions.get(code) ?? 'warn'

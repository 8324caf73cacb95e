import { replyCode, type UserInfo } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { requiresSignIn, parseUser, reactionTo, type Reaction } from './session-rules.ts'

const person: UserInfo = {
  userId: 7,
  userName: 'yehang',
  userNickName: '夜航船长',
  userEmail: 'yehang@example.com',
  userPortrait: '',
  userQq: '',
  adult: false,
  hidesScores: false,
  minors: false,
  groupId: 1,
  userEndTime: 0,
  subLiveIds: [],
  authorityId: 100,
  hasPassword: true,
  leaveAt: 0,
}

test('[E01] an invalid stored user is no user, and never an error', () => {
  const { authorityId: _, ...older } = person
  const texts = [null, '', '{', 'null', '7', '"me"', '[]', '{}', JSON.stringify(older)]
  for (const text of [
    ...texts,
    JSON.stringify({ ...person, userId: '7' }),
    JSON.stringify({ ...person, subLiveIds: {} }),
  ])
    expect(parseUser(text)).toBeNull()
  expect(parseUser(JSON.stringify(person))).toEqual(person)
})

test('[E02] only the pages of the user area require a user', () => {
  for (const path of ['/user', '/user/info', '/user/back']) expect(requiresSignIn(path)).toBe(true)
  for (const path of ['/', '/users', '/details/1/2', '/nav/user-made/x.html']) expect(requiresSignIn(path)).toBe(false)
})

test('[K05] every reply code has its reaction', () => {
  const table: [keyof typeof replyCode, Reaction][] = [
    ['refused', 'warn'],
    ['alreadySo', 'ignore'],
    ['loginNeeded', 'login'],
    ['tokenExpired', 'sign-out'],
    ['sessionEnded', 'sign-out-and-leave'],
    ['tooSoon', 'ignore'],
    ['tokenInvalid', 'sign-out'],
    ['notAvailable', 'ignore'],
  ]
  expect(table.map(([name]) => name).toSorted()).toEqual(
    Object.keys(replyCode)
      .filter((name) => name !== 'done')
      .toSorted(),
  )
  for (const [name, reaction] of table) expect(reactionTo(replyCode[name])).toBe(reaction)
  expect(reactionTo(99)).toBe('warn')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blocks, addBlocked, setBlockedMarks } from './blocks.ts'
import { signIn, signOut, updateUser } from './session.ts'

const userOf = (userId: number) => ({
  userId,
  userName: 'yehang',
  userNickName: '夜航',
  userEmail: '',
  userPortrait: '',
  userQq: '',
  adult: false,
  groupId: 2,
  userEndTime: 0,
  subLiveIds: [],
  authorityId: 0,
  hasPassword: true,
  leaveAt: 0,
})
const loud = { kind: 'comment', userId: 9, userNickName: '吵闹', userPortrait: '', user: '' } as const

beforeEach(() => void vi.stubGlobal('addEventListener', () => undefined))
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

test('[I01] whom one person has blocked, the next one on the same page reads', () => {
  signIn({ token: 'a.b.c', user: userOf(7) })
  addBlocked(loud, ['f3'])
  updateUser({ ...userOf(7), userNickName: '夜航船' })
  signIn({ token: 'a.b.d', user: userOf(7) })
  expect(blocks.getState()).toEqual({ list: [loud], marks: ['f3'] })
  signIn({ token: 'e.f.g', user: userOf(8) })
  expect(blocks.getState()).toEqual({ list: [], marks: [] })
  setBlockedMarks(['a1'])
  signOut()
  expect(blocks.getState()).toEqual({ list: [], marks: [] })
})

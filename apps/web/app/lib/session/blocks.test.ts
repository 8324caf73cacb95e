import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blocks, addBlocked, setBlockedMarks } from './blocks.ts'
import { userOf } from './session.fixture.ts'
import { signIn, signOut, updateUser } from './session.ts'

const loud = { kind: 'comment', userId: 9, userNickName: '吵闹', userPortrait: '', user: '' } as const

beforeEach(() => void vi.stubGlobal('addEventListener', () => undefined))
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

test('[I01] users blocked by one user are visible to the next user of the page', () => {
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

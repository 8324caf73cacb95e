import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '../../lib/session/session.ts'
import { draftKey, readDraft, onDraftChange, writeDraft } from './drafts.ts'

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
const subject = { kind: 'vod', id: 3 } as const
const storedKeys = new Map<string, string>([
  [draftKey(6, subject, 0), '更早的人写的'],
  ['places', '{}'],
])

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('sessionStorage', {
    get length() {
      return storedKeys.size
    },
    key: (at: number) => [...storedKeys.keys()][at] ?? null,
    getItem: (key: string) => storedKeys.get(key) ?? null,
    setItem: (key: string, value: string) => void storedKeys.set(key, value),
    removeItem: (key: string) => void storedKeys.delete(key),
  })
})
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

test('[I01] what somebody began to write is theirs: it outlasts their session, and the next person finds none of it', () => {
  signIn({ token: 'a.b.c', user: userOf(7) })
  onDraftChange(() => undefined)
  expect([...storedKeys.keys()]).toEqual(['places'])
  writeDraft(draftKey(7, subject, 0), '灯亮着')
  signOut()
  signIn({ token: 'a.b.d', user: userOf(7) })
  expect(readDraft(draftKey(7, subject, 0))).toBe('灯亮着')
  signIn({ token: 'e.f.g', user: userOf(8) })
  expect(readDraft(draftKey(8, subject, 0))).toBe('')
  expect([...storedKeys.keys()]).toEqual(['places'])
  expect(readDraft(draftKey(7, subject, 0))).toBe('')
})

test('[I01] what is written before it is known by whom is kept for the page alone', () => {
  writeDraft(draftKey(0, subject, 0), '很快写的')
  expect(readDraft(draftKey(0, subject, 0))).toBe('很快写的')
  expect([...storedKeys.keys()]).toEqual(['places'])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '../../lib/session/session.ts'
import { draftKey, readDraft, watchDrafts, writeDraft } from './drafts.ts'

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
const place = { kind: 'vod', id: 3 } as const
const kept = new Map<string, string>([
  [draftKey(6, place, 0), '更早的人写的'],
  ['places', '{}'],
])

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('sessionStorage', {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

test('[I01] what somebody began to write is theirs: it outlasts their session, and the next person finds none of it', () => {
  signIn({ token: 'a.b.c', user: userOf(7) })
  watchDrafts(() => undefined)
  expect([...kept.keys()]).toEqual(['places'])
  writeDraft(draftKey(7, place, 0), '灯亮着')
  signOut()
  signIn({ token: 'a.b.d', user: userOf(7) })
  expect(readDraft(draftKey(7, place, 0))).toBe('灯亮着')
  signIn({ token: 'e.f.g', user: userOf(8) })
  expect(readDraft(draftKey(8, place, 0))).toBe('')
  expect([...kept.keys()]).toEqual(['places'])
  expect(readDraft(draftKey(7, place, 0))).toBe('')
})

test('[I01] what is written before it is known by whom is kept for the page alone', () => {
  writeDraft(draftKey(0, place, 0), '很快写的')
  expect(readDraft(draftKey(0, place, 0))).toBe('很快写的')
  expect([...kept.keys()]).toEqual(['places'])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage, userOf } from '../../lib/session/session.fixture.ts'
import { signIn, signOut } from '../../lib/session/session.ts'
import { draftKey, readDraft, onDraftChange, writeDraft } from './drafts.ts'

const subject = { kind: 'vod', id: 3 } as const
const storedKeys = new Map<string, string>([
  [draftKey(6, subject, 0), '更早的人写的'],
  ['places', '{}'],
])

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  stubStorage('sessionStorage', storedKeys)
})
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

test('[I01] a draft belongs to its user: it survives the session, and other users do not see it', () => {
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

test('[I01] a draft written before the user is known is stored in the page only', () => {
  writeDraft(draftKey(0, subject, 0), '很快写的')
  expect(readDraft(draftKey(0, subject, 0))).toBe('很快写的')
  expect([...storedKeys.keys()]).toEqual(['places'])
})

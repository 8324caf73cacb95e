import type { UserInfo } from '@yunmu/contract'
import { vi } from 'vitest'

/** A user as `signIn` stores it. */
export const userOf = (userId: number): UserInfo => ({
  userId,
  userName: 'yehang',
  userNickName: '夜航',
  userEmail: '',
  userPortrait: '',
  userQq: '',
  adult: false,
  hidesScores: false,
  minors: false,
  groupId: 2,
  userEndTime: 0,
  subLiveIds: [],
  authorityId: 0,
  hasPassword: true,
  leaveAt: 0,
})

/** The storage of a browser, over entries that a test can look into. */
export function stubStorage(name: 'localStorage' | 'sessionStorage', entries = new Map<string, string>()): void {
  vi.stubGlobal(name, {
    get length() {
      return entries.size
    },
    key: (at: number) => [...entries.keys()][at] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  })
}

/** A document with the data of the boot script, which calls need. */
export function stubDocument(): void {
  const boot = { textContent: JSON.stringify({ siteKey: 'k'.repeat(43), now: 1_795_000_000 }) }
  vi.stubGlobal('document', { cookie: '', activeElement: null, getElementById: () => boot })
}

import { afterEach, expect, test, vi } from 'vitest'
import '../../lib/calls/api-client.ts'
import { beforeSignOut, isSignedIn, signIn } from '../../lib/session/session.ts'
import { requestSignOut } from './request-sign-out.ts'

const user = {
  userId: 7,
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
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[E02] who signs out is signed out soon, also where the network answers nothing', async () => {
  const storedKeys = new Map<string, string>()
  const went: string[] = []
  const clear = vi.fn()
  vi.stubGlobal('sessionStorage', { clear })
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedKeys.get(key) ?? null,
    setItem: (key: string, value: string) => void storedKeys.set(key, value),
    removeItem: (key: string) => void storedKeys.delete(key),
  })
  vi.stubGlobal('location', { pathname: '/', reload: () => went.push('again') })
  const boot = { textContent: JSON.stringify({ siteKey: 'k'.repeat(43), now: 1_795_000_000 }) }
  vi.stubGlobal('document', { cookie: '', getElementById: () => boot })
  const calls = vi.fn(() => new Promise(() => {}))
  vi.stubGlobal('fetch', calls)
  signIn({ token: 'a.b.c', user })
  const end = beforeSignOut(() => new Promise(() => {}))
  void requestSignOut('s')
  await vi.advanceTimersByTimeAsync(3000)
  await vi.waitFor(() =>
    expect(calls).toHaveBeenCalledWith(expect.stringContaining('/pub/user/logout'), expect.anything()),
  )
  await vi.advanceTimersByTimeAsync(3000)
  expect([went, isSignedIn()]).toEqual([['again'], false])
  // Drafts in this tab must not be left to the next user.
  expect(clear).toHaveBeenCalled()
  end()
})

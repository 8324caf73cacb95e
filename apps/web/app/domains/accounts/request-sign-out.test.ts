import { afterEach, expect, test, vi } from 'vitest'
import '../../lib/calls/api-client.ts'
import { beforeSignOut, isSignedIn, signIn } from '../../lib/session/session.ts'
import { stubDocument, stubStorage, userOf } from '../../lib/session/session.fixture.ts'
import { requestSignOut } from './request-sign-out.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[E02] signing out completes soon, even if the network does not answer', async () => {
  const drafts = new Map([['draft', '灯亮着']])
  const went: string[] = []
  vi.useFakeTimers()
  stubStorage('sessionStorage', drafts)
  stubStorage('localStorage')
  vi.stubGlobal('location', { pathname: '/', reload: () => went.push('again') })
  stubDocument()
  const calls = vi.fn(() => new Promise(() => {}))
  vi.stubGlobal('fetch', calls)
  signIn({ token: 'a.b.c', user: userOf(7) })
  const end = beforeSignOut(() => new Promise(() => {}))
  void requestSignOut('s')
  await vi.advanceTimersByTimeAsync(3000)
  await vi.waitFor(() =>
    expect(calls).toHaveBeenCalledWith(expect.stringContaining('/pub/user/logout'), expect.anything()),
  )
  await vi.advanceTimersByTimeAsync(3000)
  expect([went, isSignedIn()]).toEqual([['again'], false])
  // Drafts in this tab must not be left to the next user.
  expect(drafts.size).toBe(0)
  end()
})

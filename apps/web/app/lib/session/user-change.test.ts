import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readUser, signIn, signOut } from './session.ts'
import { stubDocument, stubStorage, userOf } from './session.fixture.ts'
import { onUserChange } from './user-change.ts'

let stored = new Map<string, string>()
let page = new EventTarget()

beforeEach(() => {
  stored = new Map()
  page = new EventTarget()
  stubStorage('localStorage', stored)
  stubDocument()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

const show = (persisted: boolean): void => void page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

test('[E02] a page from the back/forward cache learns that the user has signed out in another tab', () => {
  signIn({ token: 'a.b.c', user: userOf(7) })
  const listener = vi.fn()
  const stop = onUserChange(listener)
  show(true)
  expect(listener).not.toHaveBeenCalled()
  // What the other tab did: the storage events did not reach the cached page.
  stored.clear()
  show(false)
  expect(listener).not.toHaveBeenCalled()
  show(true)
  expect(listener).toHaveBeenCalledOnce()
  expect(readUser()).toBeNull()
  stop()
  stored.set('token', 'd.e.f')
  show(true)
  expect(listener).toHaveBeenCalledOnce()
})

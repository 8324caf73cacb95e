import { expect, test } from 'vitest'
import { browserIdOf, noBrowser, readBrowserSession } from './browser-session.ts'

const read = (cookie: string | undefined, protocol: 'http' | 'https' = 'http') =>
  readBrowserSession({ headers: cookie === undefined ? {} : { cookie }, protocol })

test('[B08] a cookie of another form is no session', () => {
  for (const cookie of [undefined, '', 'browser=', 'browser=short', `browser=${'a'.repeat(23)}`, 'browser=a%20b']) {
    expect(browserIdOf(cookie)).toBeNull()
    expect(read(cookie).id).toBeNull()
  }
})

test('[B08] a reply that visitors share begins no session', () => {
  expect(() => noBrowser.begin()).toThrow('must not begin a session')
})

test('[B08] a browser gets one id, in a cookie that ends with its session and that scripts cannot read', () => {
  const session = read(undefined, 'https')
  expect(session.cookie).toBeNull()
  const id = session.begin()
  expect([session.begin(), session.id]).toEqual([id, id])
  expect(session.cookie).toBe(`browser=${id}; Path=/; HttpOnly; SameSite=Lax; Secure`)
  expect(browserIdOf(`lang=t; browser=${id}`)).toBe(id)
  expect(read(undefined).begin()).not.toBe(id)
})

test('[B08] a browser with a session keeps it, and gets no further cookie', () => {
  const id = 'A'.repeat(22)
  const session = read(`browser=${id}`)
  expect([session.id, session.begin(), session.cookie]).toEqual([id, id, null])
})

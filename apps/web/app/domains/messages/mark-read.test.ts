import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallCache } from '../../lib/calls/call-cache.ts'
import { callKey } from '../../lib/calls/call-query.ts'
import { stubDocument, stubStorage } from '../../lib/session/session.fixture.ts'
import { reportRead } from './mark-read.ts'

const stateOf = (unread: number) => ({ tabs: [{ value: 'bulletin', unread }] })
const key = callKey('indexMessageState', {}, 's')
const cache = createCallCache()
let meanwhile = (): void => undefined

beforeEach(() => {
  stubStorage('localStorage', new Map([['token', 'a.b.c']]))
  stubDocument()
  vi.stubGlobal('fetch', async () => {
    meanwhile()
    return { json: async () => ({ code: 0, data: stateOf(3), msg: '', day: '2026-11-21' }) }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('[E07] unread counts that arrive after a change of user are not shown to the next one', async () => {
  await reportRead({ cache, script: 's' }, { msgType: 'bulletin' })
  expect(cache.read(key).data).toEqual(stateOf(3))
  meanwhile = () => {
    cache.changeViewer()
    cache.set(key, stateOf(8))
  }
  await reportRead({ cache, script: 's' }, { msgType: 'bulletin' })
  expect(cache.read(key).data).toEqual(stateOf(8))
})

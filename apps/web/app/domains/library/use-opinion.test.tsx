import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallCache } from '../../lib/calls/call-cache.ts'
import { CallCacheContext, callKey } from '../../lib/calls/call-query.ts'
import { stubDocument, stubStorage } from '../../lib/session/session.fixture.ts'
import { useOpinion, type Opinion } from './use-opinion.ts'

const key = callKey('vodWatchRecord', { id: 1 }, 's')
const recordOf = (score: number) => ({
  record: null,
  favourite: false,
  upped: false,
  later: false,
  followed: false,
  score,
})
let meanwhile = (): void => undefined

beforeEach(() => {
  stubStorage('localStorage')
  stubDocument()
  vi.stubGlobal('fetch', async () => {
    meanwhile()
    return { json: async () => ({ code: 11, data: { refusal: 'AlreadyDone' }, msg: '', day: '2026-11-21' }) }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('[E07] a refusal that arrives after a change of user does not show the record of the former one', async () => {
  const cache = createCallCache()
  cache.subscribe(key, () => undefined)
  cache.fill({ [key]: recordOf(7) })
  const given = vi.fn<(opinion: Opinion) => void>()
  const Title = () => {
    given(useOpinion({ id: 1, pidId: 1 }))
    return null
  }
  renderToStaticMarkup(
    <CallCacheContext value={cache}>
      <Title />
    </CallCacheContext>,
  )
  const press = async (): Promise<void> => {
    given.mock.lastCall?.[0].like()
    expect(cache.read(key).data).toMatchObject({ upped: true })
    await expect.poll(() => cache.read(key).atMs).toBe(0)
  }
  await press()
  expect(cache.read(key).data).toEqual(recordOf(7))
  meanwhile = () => {
    cache.changeViewer()
    cache.set(key, recordOf(2))
  }
  await press()
  expect(cache.read(key).data).toEqual(recordOf(2))
})

import type { PageContext } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { createCallCache } from '../calls/call-cache.ts'
import { readSeo } from './read-seo.ts'

const pageWith = (make: PageContext['make']): PageContext => ({
  make,
  script: 's',
  theme: 'b',
  signedIn: false,
  nonce: '',
  boot: { siteKey: '', now: 0 },
  onError: () => undefined,
  origin: 'https://a.example',
})

test('[B19] [K06] a failed list is ignored, and the page is rendered without it', async () => {
  const cache = createCallCache()
  const broken = pageWith(async () => {
    throw new Error('the database is gone')
  })
  const refused = pageWith(async () => ({ done: false, refusal: 'Overloaded', code: 7, msg: '' }))
  await readSeo.onServer(cache, broken)
  await readSeo.onServer(cache, refused)
  expect(cache.replies()).toEqual({})
})

test("[B19] a loaded list determines the page's texts", async () => {
  const cache = createCallCache()
  await readSeo.onServer(
    cache,
    pageWith(async () => ({ done: true, data: { list: [] } })),
  )
  expect(Object.values(cache.replies())).toEqual([{ list: [] }])
})

import type { PageContext } from '@yunmu/contract'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createCallCache } from './call-cache.ts'
import { supplementary, loadOnServer, optional, pageCache, pageContext, read } from './page-data.tsx'

const contextWith = (make: PageContext['make']): RouterContextProvider => {
  const context = new RouterContextProvider()
  const theRest = { script: 's', theme: 'b', signedIn: false, nonce: '', origin: 'https://a.example' } as const
  context.set(pageCache, createCallCache())
  context.set(pageContext, { make, boot: { siteKey: '', now: 0 }, onError: () => undefined, ...theRest })
  return context
}

const hotKeywords = read('indexSearchHotKeywords', {})
const comments = read('commentList', { kind: 'vod', id: 1, order: 'hot', page: 1 })

/** Servers that refuse to load comments, or fail to. */
const failingServers: PageContext['make'][] = [
  async ({ name }) =>
    name === 'commentList'
      ? { done: false, refusal: 'Overloaded', code: 7, msg: '' }
      : { done: true, data: { list: [] } },
  async ({ name }) => {
    if (name === 'commentList') throw new Error('the database is gone')
    return { done: true, data: { list: [] } }
  },
]

test('[B19] a page is not rendered if its main data cannot be loaded', async () => {
  const load = failingServers.map((make) => loadOnServer(contextWith(make), [hotKeywords, optional(comments)]))
  await expect(load[0]).rejects.toMatchObject({ init: { status: 503 } })
  await expect(load[1]).rejects.toThrow('the database is gone')
})

test('[B19] a page is rendered without supplementary data that cannot be loaded', async () => {
  for (const make of failingServers) {
    const context = contextWith(make)
    await loadOnServer(context, [hotKeywords, supplementary(comments)])
    expect(Object.values(context.get(pageCache).replies())).toEqual([{ list: [] }])
  }
})

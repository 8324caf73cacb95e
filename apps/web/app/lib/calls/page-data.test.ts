import type { PageContext } from '@yunmu/contract'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createCallCache } from './call-cache.ts'
import { beside, loadOnServer, optional, pageCache, pageContext, read } from './page-data.tsx'

const contextWith = (make: PageContext['make']): RouterContextProvider => {
  const context = new RouterContextProvider()
  const theRest = { script: 's', theme: 'b', signedIn: false, nonce: '', origin: 'https://a.example' } as const
  context.set(pageCache, createCallCache())
  context.set(pageContext, { make, boot: { siteKey: '', now: 0 }, onError: () => undefined, ...theRest })
  return context
}

const others = read('indexSearchHotKeywords', {})
const comments = read('commentList', { kind: 'vod', id: 1, order: 'hot', page: 1 })

/** A station that cannot read comments, in one way or the other. */
const makers: PageContext['make'][] = [
  async ({ name }) =>
    name === 'commentList'
      ? { done: false, refusal: 'Overloaded', code: 7, msg: '' }
      : { done: true, data: { list: [] } },
  async ({ name }) => {
    if (name === 'commentList') throw new Error('the database is gone')
    return { done: true, data: { list: [] } }
  },
]

test('[B19] what a page is about and cannot be read makes no page', async () => {
  const load = makers.map((make) => loadOnServer(contextWith(make), [others, optional(comments)]))
  await expect(load[0]).rejects.toMatchObject({ init: { status: 503 } })
  await expect(load[1]).rejects.toThrow('the database is gone')
})

test('[I01] [B19] what stands beside it and cannot be read is left out, and the page is made', async () => {
  for (const make of makers) {
    const context = contextWith(make)
    await loadOnServer(context, [others, beside(comments)])
    expect(Object.values(context.get(pageCache).replies())).toEqual([{ list: [] }])
  }
})

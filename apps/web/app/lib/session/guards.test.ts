import type { PageContext } from '@yunmu/contract'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { guardOnServer, guardsOf } from './guards.ts'
import { pageContext } from '../calls/page-data.tsx'

test('values in an address do not make a route guarded', () => {
  for (const pattern of ['/', '*', '/search', '/nav/:user/:match', '/player/live/:matches', '/tabs/:type'])
    expect(guardsOf(pattern), pattern).toEqual([])
})

test('a route whose path names the user or a match is guarded', () => {
  for (const pattern of ['/user', '/user/back', 'user/info']) expect(guardsOf(pattern), pattern).toEqual(['signedIn'])
  for (const pattern of ['/match/single', '/match/play/:id/:stream', '/player/match/:info'])
    expect(guardsOf(pattern), pattern).toEqual(['live'])
})

/** The routes as the server sees them, each with a loader that must not run for refused users. */
async function ask(path: string, { signedIn = false, live = false }): Promise<{ at: string; loaded: string[] }> {
  const loaded: string[] = []
  const page = (own: string) => ({ path: own, loader: () => (loaded.push(own), null) })
  const children = ['search', 'nav/:type/:area', 'user/back', 'match/play/:id/:stream', '*'].map(page)
  const routes = [{ path: '/', middleware: [guardOnServer], children }]
  const context = new RouterContextProvider()
  const given: PageContext = {
    make: async () => ({ done: true, data: { live_live: live } }),
    signedIn,
    script: 's',
    theme: 'b',
    nonce: '',
    boot: { siteKey: '', now: 0 },
    onError: () => undefined,
    origin: 'https://station.example',
  }
  context.set(pageContext, given)
  const answer = await createStaticHandler(routes).query(new Request(`https://station.example${path}`), {
    requestContext: context,
    generateMiddlewareResponse: async (query) => {
      await query(new Request(`https://station.example${path}`))
      return new Response('a page')
    },
  })
  const location = answer instanceof Response ? answer.headers.get('location') : null
  return { at: location ?? path, loaded }
}

test('[B18] a path of the user area without a token redirects home before anything is loaded', async () => {
  expect(await ask('/user/back', {})).toEqual({ at: '/', loaded: [] })
  expect(await ask('/user/back', { signedIn: true })).toEqual({ at: '/user/back', loaded: ['user/back'] })
})

test('[B18] a path of a match redirects home while live matches are off', async () => {
  expect(await ask('/match/play/1/0', { signedIn: true })).toEqual({ at: '/', loaded: [] })
  expect(await ask('/match/play/1/0', { live: true })).toMatchObject({ at: '/match/play/1/0' })
})

test('a search for `user`, and a category named match, are accessible to everybody', async () => {
  for (const path of ['/search?q=user', '/nav/match/user']) expect((await ask(path, {})).at, path).toBe(path)
})

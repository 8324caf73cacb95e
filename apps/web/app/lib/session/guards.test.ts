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

interface Answer {
  at: string
  loaded: string[]
  /** Cookie of a redirect. */
  cookie?: string
}

/** The routes as the server sees them, each with a loader that must not run for refused users. */
async function ask(path: string, { signedIn = false, live = false }): Promise<Answer> {
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
  const { headers } = answer instanceof Response ? answer : new Response()
  const cookie = headers.get('set-cookie')
  return { at: headers.get('location') ?? path, loaded, ...(cookie !== null && { cookie }) }
}

test('[B18] a path of the user area without a token redirects home before anything is loaded', async () => {
  expect(await ask('/user/back', {})).toMatchObject({ at: '/', loaded: [] })
  expect(await ask('/user/back', { signedIn: true })).toEqual({ at: '/user/back', loaded: ['user/back'] })
})

test('[B18] a path of a match redirects home while live matches are off', async () => {
  expect(await ask('/match/play/1/0', { signedIn: true })).toMatchObject({ at: '/', loaded: [] })
  expect(await ask('/match/play/1/0', { live: true })).toMatchObject({ at: '/match/play/1/0' })
})

test('[B18] the redirect names its reason, and the page to open after a login', async () => {
  expect((await ask('/user/back?page=2', {})).cookie).toBe(
    'reason=loginNeeded:%2Fuser%2Fback%3Fpage%3D2; Path=/; Max-Age=60; SameSite=Lax',
  )
  expect((await ask('/match/play/1/0', {})).cookie).toBe('reason=matchesOff; Path=/; Max-Age=60; SameSite=Lax')
  expect(await ask('/user/back', { signedIn: true })).not.toHaveProperty('cookie')
})

test('a search for `user`, and a category named match, are accessible to everybody', async () => {
  for (const path of ['/search?q=user', '/nav/match/user']) expect((await ask(path, {})).at, path).toBe(path)
})

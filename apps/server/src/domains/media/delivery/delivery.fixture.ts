import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect } from 'vitest'
import { aPlayableTitle } from '../../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'

export const origin = 'https://pages.example'
export let t: TestApp
export let film: { titleId: number; assetId: number }
/** Gives every test of the file a station with a playable film. */
export function setUpDeliveryStation(): void {
  beforeAll(async () => {
    t = await buildTestApp({ ALLOWED_ORIGINS: origin })
    film = await aPlayableTitle(t)
    await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
}

export const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers })

/** Requests an address exactly as written: URL parsers and HTTP clients would normalise it. */
export async function getRaw(path: string): Promise<{ status: number; body: string }> {
  const [address] = t.app.addresses()
  const socket = connect(typeof address === 'object' ? address.port : 0, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ', 2)[1]), body }
}

export async function tokenFor(titleId: number, as?: 'mei') {
  const { data } = await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1 }, as ? { as } : {})
  return playToken.reply.parse(data)
}

/** The addresses in a playlist: its URI lines and those in its tags. */
export const urlsIn = (playlist: string): string[] =>
  playlist
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? (/URI="([^"]+)"/.exec(line)?.[1] ?? []) : line === '' ? [] : line))

export const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/'))

export async function masterOf(titleId: number, as?: 'mei'): Promise<{ url: string; addresses: string[] }> {
  const { url } = await tokenFor(titleId, as)
  const response = await get(url)
  expect(response.statusCode).toBe(200)
  return { url, addresses: urlsIn(response.body) }
}

/** The signed folder of the film's 720p rendition. */
export async function videoFolder(): Promise<string> {
  const { addresses } = await masterOf(film.titleId)
  return folderOf(addresses.find((address) => address.includes('/720p/')) ?? '')
}

export const signedNow = (scope: string, secret = t.platform.secrets.mediaKey, aheadSec = 600): string =>
  signScope({ secret, scope, expiresSec: Math.floor(t.clock.nowMs() / 1000) + aheadSec })

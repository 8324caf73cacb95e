import { playToken } from '@yunmu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { lock, unlock } from '../../../testing/locks.ts'
import { aPlayableTitle } from '../../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { folderOf, urlsIn } from './delivery.fixture.ts'

let t: TestApp
beforeAll(async () => {
  // Media of everybody has another origin, which the cookie does not reach.
  t = await buildTestApp({ MEDIA_URL: 'https://media.example' })
})

interface LockedFilm {
  titleId: number
  /** Headers of the browser that gave the password. */
  opened: { cookie: string }
  /** Every kind of address below the play token. */
  addresses: string[]
}

const tokenOf = async (id: number, headers: { cookie?: string } = {}) => {
  const { data } = await t.make(playToken, { type: 'vod', id, ids: 0, level: 1 }, { headers, as: 'mei' })
  return playToken.reply.parse(data)
}
const get = (url: string, headers: { cookie?: string } = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url: url.replace('https://media.example', ''), headers })

async function addressesOf(titleId: number, headers: { cookie?: string } = {}): Promise<string[]> {
  const { url, storyboard } = await tokenOf(titleId, headers)
  const renditions = urlsIn((await get(url, headers)).body)
  const files = await Promise.all(
    renditions.map(async (address) => {
      const names = urlsIn((await get(address, headers)).body)
      return names.map((name) => `${folderOf(address)}/${name}`)
    }),
  )
  const board = storyboard ?? ''
  return [url, ...renditions, ...files.flat(), board, board.replace('board.vtt', 'sheet-000.jpg')]
}

async function aLockedFilm(): Promise<LockedFilm> {
  const { titleId } = await aPlayableTitle(t)
  await lock(t, { kind: 'vod', id: titleId })
  const opened = await unlock(t, { type: 'vod', id: titleId })
  return { titleId, opened, addresses: await addressesOf(titleId, opened) }
}

const statusesOf = (addresses: readonly string[], headers: { cookie?: string } = {}) =>
  Promise.all(addresses.map(async (address) => (await get(address, headers)).statusCode))

describe('[B08] of a locked title', () => {
  test('a copied address opens nothing: playlists, segments, subtitles and thumbnails', async () => {
    const { addresses } = await aLockedFilm()
    const strangers = [{}, { cookie: `browser=${'A'.repeat(22)}` }, (await aLockedFilm()).opened]
    expect(
      addresses.filter((address) => /sub\.vtt|board\.vtt|sheet-|init\.mp4|\.m4s/.test(address)).length,
    ).toBeGreaterThan(5)
    for (const headers of strangers) {
      for (const address of addresses) {
        const { statusCode, body } = await get(address, headers)
        expect([address, statusCode, body]).toEqual([address, 403, 'forbidden'])
        expect((await get(address, headers, 'HEAD')).statusCode).toBe(403)
      }
    }
  })

  test('every address works in the browser that gave the password, at our own origin, and no cache keeps anything', async () => {
    const { addresses, opened } = await aLockedFilm()
    for (const address of addresses) {
      expect(address).toMatch(/^\/media\/\d+\/[\w-]{22}\/[mv]\d+-1-(?:std|vip)-p\//)
      const { statusCode, headers } = await get(address, opened)
      expect([address, statusCode]).toEqual([address, 200])
      expect(headers['cache-control']).toMatch(/no-store/)
      expect(headers['cache-control']).not.toMatch(/public/)
    }
  })

  test('addresses that were signed before it was locked are refused at once, segments too', async () => {
    const { titleId } = await aPlayableTitle(t)
    const before = await addressesOf(titleId)
    expect(before[0]).toMatch(/^https:\/\/media\.example\//)
    expect(new Set(await statusesOf(before))).toEqual(new Set([200]))
    await lock(t, { kind: 'vod', id: titleId })
    const opened = await unlock(t, { type: 'vod', id: titleId })
    // A proxy or CDN may share their replies, so they stay closed for whoever has the password too.
    for (const headers of [{}, opened]) expect(new Set(await statusesOf(before, headers))).toEqual(new Set([403]))
    await t.station.locks.manager.clear({ kind: 'vod', id: titleId, line: 0 })
    expect(new Set(await statusesOf(before))).toEqual(new Set([200]))
  })

  test('a changed password closes running playback', async () => {
    const { titleId, addresses, opened } = await aLockedFilm()
    await lock(t, { kind: 'vod', id: titleId }, 'another-password')
    expect(new Set(await statusesOf(addresses, opened))).toEqual(new Set([403]))
  })

  test('the marks of private addresses cannot be removed or added', async () => {
    const { addresses, opened } = await aLockedFilm()
    const { titleId } = await aPlayableTitle(t)
    for (const address of addresses.map((one) => one.replace('-p/', '/')))
      expect((await get(address, opened)).statusCode).toBe(403)
    for (const address of (await addressesOf(titleId)).map((one) => one.replace(/-(std|vip)\//, '-$1-p/')))
      expect((await get(address, opened)).statusCode).toBe(403)
  })
})

test('[B08] a film that an open title plays too needs no password there', async () => {
  const { titleId, assetId } = await aPlayableTitle(t)
  await lock(t, { kind: 'vod', id: titleId })
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const other = await aPlayableTitle(t)
  const episode = { source: '云播', level: 1, name: '正片', assetId }
  await t.station.catalog.writer.saveEpisodes(other.titleId, [episode], nowSec)
  expect(new Set(await statusesOf(await addressesOf(other.titleId)))).toEqual(new Set([200]))
  await expect(tokenOf(titleId)).rejects.toThrow()
})

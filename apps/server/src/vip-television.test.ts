import { liveExportRenew, playToken } from '@yunmu/contract'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { titlesChanged } from './domains/catalog/index.ts'
import { aLinearChannel, scheduledChannels } from './testing/channels.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

let t: TestApp
let assetId: number
let channelId: number
let titleId: number

beforeAll(async () => {
  t = await buildTestApp()
  const { assetId: film, channels } = await scheduledChannels(t, [aLinearChannel({ name: '云幕一套', number: 1 })])
  assetId = film
  channelId = channels[0]?.id ?? 0
  titleId = (await t.station.catalog.writer.saveTitle(aTitle(), nowSec())).id
  await setForVips(false)
})
// Playlists are cached for a second.
beforeEach(() => t.clock.set(t.clock.nowMs() + 30_000))
afterEach(async () => {
  await t.station.site.write({ vip_min_height: 0 })
  await setForVips(false)
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const get = (url: string) => t.app.inject({ url })

async function setForVips(vip: boolean): Promise<void> {
  const episode = { source: '云播', level: 1, name: '正片', assetId, vip }
  await t.station.catalog.writer.saveEpisodes(titleId, [episode], nowSec())
  t.events.announce(titlesChanged, { ids: [titleId] })
}

/** Every playlist that viewers of the channel are given: live, later, and by the list for other players. */
async function playlists(): Promise<{ folder: string; texts: string[] }> {
  const { data } = await t.make(playToken, { type: 'live', id: channelId, ids: 0, level: 1 })
  const parsed = playToken.reply.safeParse(data)
  if (parsed.success) folder = parsed.data.token
  const start = nowSec() - 3600
  const ranges = ['live', `from-${start}`, `p-${start}-${start + 600}`]
  const names = ranges.flatMap((range) => [range, `${range}-v`, `${range}-s`, `${range}-a`])
  const renewed = await t.make(liveExportRenew, {}, { as: 'lin' })
  const { addresses } = liveExportRenew.reply.parse(renewed.data)
  const exported = await get(addresses.m3u.replace(/[^/]+$/, `${channelId}.m3u8`))
  const location = exported.headers.location ?? ''
  const urls = [...names.map((name) => `${folder}/${name}.m3u8`), ...(location === '' ? [] : [location])]
  const replies = await Promise.all(urls.map(get))
  return { folder, texts: replies.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body) }
}
let folder = ''

test('[J03] a channel whose films are free plays live, later and in the list for other players', async () => {
  const { folder, texts } = await playlists()
  expect(texts.length).toBeGreaterThan(2)
  expect((await get(`${folder}/v/${assetId}/1/720p/00000.m4s`)).statusCode).toBe(200)
})

test('[J03] no playlist and no file of a channel is of a rendition for VIPs, live, later or exported', async () => {
  const before = await playlists()
  await t.station.site.write({ vip_min_height: 720 })
  t.clock.set(t.clock.nowMs() + 30_000)
  const { texts } = await playlists()
  for (const text of texts) expect(text).not.toContain('720p')
  for (const file of ['init.mp4', '00000.m4s', '00002.m4s'])
    expect((await get(`${before.folder}/v/${assetId}/1/720p/${file}`)).statusCode).toBe(404)
})

test('[J03] a channel leaves out a film as soon as only VIPs may watch it', async () => {
  const before = await playlists()
  await setForVips(true)
  t.clock.set(t.clock.nowMs() + 30_000)
  const { texts } = await playlists()
  for (const text of texts) expect(text).not.toContain(`v/${assetId}/`)
  expect((await get(`${before.folder}/v/${assetId}/1/720p/00000.m4s`)).statusCode).toBe(404)
  expect((await get(`${before.folder}/v/${assetId}/1/audio-1/00000.m4s`)).statusCode).toBe(404)
})

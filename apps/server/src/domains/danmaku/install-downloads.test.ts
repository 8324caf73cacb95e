import { readDanmakuFile } from '@yunmu/formats'
import { beforeAll, expect, test } from 'vitest'
import { aChannel, knowsLive } from '../../testing/live.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'

const t = await buildTestApp({}, { live: knowsLive([aChannel({ id: 7, name: '云幕一套' })], []) })
const { id: titleId } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
const danmaku = 4100

const get = (path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  t.app.inject({ method: 'GET', url: `/danmaku/${path}`, headers, remoteAddress })

/** @param atMs creates as many as there are moments, with `n` counting from 1 */
const speak = (kind: string, id: number, level: number, count: number, atMs: string) =>
  t.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, state, source, created_ms)
     select $1, $2, $3, ${atMs}, 'scroll', 0, 25, case n when 1 then '<b>粉色</b>' else '第' || n end, '', 4,
       case n when 2 then 'held' else 'shown' end, 'import', 0
     from generate_series(1, $4::int) as n`,
    [kind, id, level, count],
  )

beforeAll(async () => {
  await speak('vod', titleId, 1, danmaku, 'n * 37 % 360000')
  await speak('live', 7, 0, 48, `${t.clock.nowMs()}::bigint + 1 - n * 3600000`)
})

test.each([
  'vod/999999/1.xml',
  `vod/${titleId}/1.txt`,
  `vod/${titleId}/01.xml`,
  'vod/0/1.xml',
  'live/8/0.xml',
  'live/7/1.xml',
  'what/7/1.xml',
  `vod/${titleId}/1.constructor`,
])('[M03] there is no file %s', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})

test('[I02] an address gets six files a minute, and none from an overloaded station', async () => {
  const file = `vod/${titleId}/1.xml`
  const statuses: number[] = []
  for (let at = 0; at < 7; at++) statuses.push((await get(file, {}, '192.0.2.9')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  const busy = await buildTestApp({}, { beside: t, lagMs: () => 5000 })
  const refused = await busy.app.inject({ url: `/danmaku/${file}` })
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
})

test('[I02] a HEAD request gets the headers, and no file is generated', async () => {
  const { statusCode, headers, body } = await t.app.inject({ method: 'HEAD', url: `/danmaku/vod/${titleId}/1.xml` })
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/xml; charset=utf-8', ''])
  const nothing = await t.app.inject({ method: 'HEAD', url: '/danmaku/vod/999999/1.xml' })
  expect(nothing.statusCode).toBe(404)
})

test('[M03] files for other players are public, complete, equal for any origin, and without held danmaku', async () => {
  const xml = await get(`vod/${titleId}/1.xml`)
  expect(xml.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=60',
    'content-type': 'application/xml; charset=utf-8',
  })
  expect(xml.body.match(/<d p=/g)).toHaveLength(danmaku - 1)
  expect(xml.body).toContain('&lt;b&gt;粉色&lt;/b&gt;')
  expect(xml.body).not.toContain('>第2<')
  const { format, records } = readDanmakuFile(Buffer.from(xml.body))
  expect([format, records.length]).toEqual(['bilibili', danmaku - 1])
  expect(records.map(({ text }) => text)).toContain('<b>粉色</b>')
  expect((await get(`vod/${titleId}/1.xml`, { 'if-none-match': String(xml.headers.etag) })).statusCode).toBe(304)
  const dplayer: { data: unknown[][] } = (await get(`vod/${titleId}/1.dplayer.json`)).json()
  expect(dplayer.data).toHaveLength(danmaku - 1)
  expect(dplayer.data.map((one) => one[4])).toContain('&lt;b&gt;粉色&lt;/b&gt;')
  const dandanplay: { count: number; comments: unknown[] } = (await get(`vod/${titleId}/1.dandanplay.json`)).json()
  expect(dandanplay.comments).toHaveLength(dandanplay.count)
  expect((await get(`vod/${titleId}/1.artplayer.json`)).json()).toHaveLength(dandanplay.count)
  const subtitles = (await get(`vod/${titleId}/1.ass`)).body
  expect(subtitles).toMatch(/^\[Script Info\]\n/)
  expect(subtitles.match(/^Dialogue: /gm)).toHaveLength(dandanplay.count)
  expect((await get(`vod/${titleId}/5.dplayer.json`)).json()).toEqual({ code: 0, data: [] })
})

test('[M03] the file of a channel has its last day', async () => {
  const file: { count: number; comments: unknown[] } = (await get('live/7/0.dandanplay.json')).json()
  expect([file.count, file.comments.length]).toEqual([23, 23])
})

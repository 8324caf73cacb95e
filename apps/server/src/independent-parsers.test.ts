import { DOMParser } from '@xmldom/xmldom'
import parser from 'iptv-playlist-parser'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { titlesChanged } from './domains/catalog/index.ts'
import { aLinearChannel, scheduledChannels } from './testing/channels.ts'
import { makeMedia, tools } from './testing/make-media.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

/** What goes out, read by parsers of other authors and played by ffprobe over a real connection. */

const run = promisify(execFile)
const hostile = '片名 <b> & "引号" ]]> \u0008 𠮷'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await buildTestApp()
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.site.write({ provide_open: true, tv_lists_open: true })
  const { channels } = await scheduledChannels(t, [
    aLinearChannel({ name: 'CCTV-1, "综合"', number: 1, logo: '/logo.webp' }),
  ])
  await t.station.guide.saveProgrammes(channels[0]?.id ?? 0, [
    { startSec: nowSec - 1800, endSec: nowSec + 1800, name: hostile, sub: 'a & b', intro: ']]>' },
  ])
  const folder = join(t.platform.config.dataDir, 'made')
  const { media, catalog } = t.station
  const assetId = await media.assets.createAsset({ demo: false, nowSec })
  const file = await makeMedia(folder, { name: 'film.mp4', sec: 4, rate: 10 })
  await media.ingest({ assetId, file, subtitles: [], workDir: join(folder, 'work'), preset: 'ultrafast' })
  const ids: number[] = []
  for (let at = 0; at < 10; at++) {
    const { id } = await catalog.writer.saveTitle(
      aTitle({ name: `${hostile}${at}`, intro: hostile, actors: [{ name: hostile, role: '' }] }),
      nowSec,
    )
    await catalog.writer.saveEpisodes(id, [{ source: '云播', level: 1, name: '', assetId, state: 'ready' }], nowSec)
    ids.push(id)
  }
  t.events.announce(titlesChanged, { ids })
  await t.refreshLists()
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Parses strictly: anything that is not well-formed fails. */
function parseXml(text: string) {
  const problems: string[] = []
  const document = new DOMParser({
    onError: (level, message) => void (level === 'warning' || problems.push(message)),
  }).parseFromString(text, 'text/xml')
  expect(problems).toEqual([])
  return document
}

const textOf = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text()

test('[M03] XML replies, feeds and guides are well-formed for another parser, and say the same', async () => {
  const reply = parseXml(await textOf('/api.php/provide/vod/at/xml/?ac=videolist'))
  const names = [...reply.getElementsByTagName('name')].map(({ textContent }) => textContent)
  expect(names).toHaveLength(10)
  expect(names[0]).toMatch(/^片名 <b> & "引号" \]\]>  𠮷\d$/)
  expect(parseXml(await textOf('/api.php/provide/vod/?at=xml')).getElementsByTagName('ty').length).toBeGreaterThan(3)
  const guide = parseXml(gunzipSync(Buffer.from(await (await fetch(`${origin}/epg.xml.gz`)).arrayBuffer())).toString())
  expect(guide.getElementsByTagName('programme')).toHaveLength(1)
  expect(guide.getElementsByTagName('title')[0]?.textContent).toContain('片名 <b> & "引号" ]]>')
  expect(parseXml(await textOf('/rss.xml')).getElementsByTagName('item')).toHaveLength(10)
})

test('[M03] the channel list says the same to another parser', async () => {
  const { header, items } = parser.parse(await textOf('/live.m3u'))
  expect(header.attrs['x-tvg-url']).toBe(`${origin}/epg.xml.gz`)
  expect(items).toMatchObject([
    { name: 'CCTV-1, ＂综合＂', group: { title: '云幕' }, tvg: { logo: `${origin}/logo.webp` } },
  ])
  const reply = await fetch(items[0]?.url ?? '')
  expect([reply.status, (await reply.text()).startsWith('#EXTM3U')]).toEqual([200, true])
})

test('[M03] ten titles play by the addresses that go out', async () => {
  const { list } = JSON.parse(await textOf('/api.php/provide/vod/?ac=detail&pagesize=10'))
  const addresses: string[] = list.map((row: { vod_play_url: string }) => row.vod_play_url.split('$')[1])
  expect(new Set(addresses).size).toBe(10)
  for (const address of addresses) {
    const { stdout } = await run(tools.ffprobe, [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_type',
      '-of',
      'csv=p=0',
      address,
    ])
    expect([address, new Set(stdout.trim().split(/\s+/))]).toEqual([address, new Set(['video', 'audio'])])
  }
})

test('[M03] all addresses of the configuration for television boxes answer', async () => {
  const { sites, lives } = JSON.parse(await textOf('/tvbox.json'))
  const epg = String(lives[0].epg).replace('{name}', 'CCTV1').replace('{date}', '2026-11-21')
  for (const address of [sites[0].api, lives[0].url, epg])
    expect([address, (await fetch(address)).status]).toEqual([address, 200])
})

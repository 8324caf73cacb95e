import { DOMParser } from '@xmldom/xmldom'
import { chinaDay } from '@yunmu/contract/china-time'
import parser from 'iptv-playlist-parser'
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { titlesChanged } from './domains/catalog/index.ts'
import { aLinearChannel } from './testing/channels.ts'
import { makeMedia, tools } from './testing/make-media.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

/** What goes out, read by parsers of other authors and played by ffprobe over a real connection. */

const run = promisify(execFile)
const hostile = '片名 <b> & "引号" ]]> \u0008 𠮷'
const hasPython = spawnSync('python3', ['--version']).status === 0
const channelNames = ['CCTV-1, "综合"', ...Array.from({ length: 9 }, (_, at) => `云幕${at + 2}台`)]
const spoken = ['<b>粉色</b> & "引号"', '{\\an8}花括号\\N', ']]> 𠮷', '第四条']

let t: TestApp
let origin: string
let titleIds: number[]
beforeAll(async () => {
  t = await buildTestApp()
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.site.write({ provide_open: true, tv_lists_open: true })
  const folder = join(t.platform.config.dataDir, 'made')
  const { media, catalog } = t.station
  const assetId = await media.assets.createAsset({ demo: false, nowSec })
  const file = await makeMedia(folder, { name: 'film.mp4', sec: 4, rate: 10 })
  await media.ingest({ assetId, file, subtitles: [], workDir: join(folder, 'work'), preset: 'ultrafast' })
  const { live, guide } = t.station
  const channelIds = await live.save(
    channelNames.map((name, at) => aLinearChannel({ name, number: at + 1, logo: '/logo.webp' })),
  )
  const { byId } = await live.lineup()
  const span = { startMs: t.clock.nowMs() - 600_000, endMs: t.clock.nowMs() + 600_000 }
  for (const id of channelIds)
    for (const stream of byId.get(id)?.streams ?? [])
      await live.schedules.plan({ id: stream.id }, span.startMs, [{ assetId, ...span }])
  await guide.saveProgrammes(channelIds[0] ?? 0, [
    { startSec: nowSec - 1800, endSec: nowSec + 1800, name: hostile, sub: 'a & b', intro: ']]>' },
  ])
  const ids: number[] = []
  for (let at = 0; at < 10; at++) {
    const { id } = await catalog.writer.saveTitle(
      aTitle({ name: `${hostile}${at}`, intro: hostile, actors: [{ name: hostile, role: '' }] }),
      nowSec,
    )
    await catalog.writer.saveEpisodes(id, [{ source: '云播', level: 1, name: '', assetId, state: 'ready' }], nowSec)
    ids.push(id)
  }
  titleIds = ids
  await t.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, state, source, created_ms)
     select 'vod', $1, 1, 1000 * at, case at when 2 then 'top' else 'scroll' end, 16711680, 25, text, '', 4, 'shown', 'import', 0
     from unnest($2::text[]) with ordinality as given (text, at)`,
    [ids[0], spoken],
  )
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

/** What a program in Python says of a text, as JSON. */
function readByPython(program: string, text: string): unknown {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const listProgram = `
import json, sys
sys.stdin.reconfigure(encoding='utf-8')
group, rows = '', []
for line in sys.stdin.read().split('\\n'):
    if not line: continue
    name, address = line.split(',')
    if address == '#genre#': group = name
    else: rows.append([group, name, address])
print(json.dumps(rows))`

test('[M03] the channel lists say the same to other parsers', async () => {
  const { header, items } = parser.parse(await textOf('/live.m3u'))
  expect(header.attrs['x-tvg-url']).toBe(`${origin}/epg.xml.gz`)
  expect(items).toHaveLength(10)
  expect(items[0]).toMatchObject({
    name: 'CCTV-1, ＂综合＂',
    group: { title: '云幕' },
    tvg: { logo: `${origin}/logo.webp` },
  })
  if (!hasPython) return
  const rows = readByPython(listProgram, await textOf('/live.txt'))
  expect(rows).toEqual(items.map(({ url }, at) => ['云幕', at === 0 ? 'CCTV-1、 "综合"' : channelNames[at], url]))
})

const provideProgram = `
import json, sys
sys.stdin.reconfigure(encoding='utf-8')
reply = json.load(sys.stdin)
assert reply['code'] == 1 and reply['page'] == 1 and reply['pagecount'] == 1 and reply['total'] == len(reply['list']), reply
rows = []
for row in reply['list']:
    players, groups = row['vod_play_from'].split('$$$'), row['vod_play_url'].split('$$$')
    assert len(players) == len(groups), row
    rows.append([row['vod_name'], players, [[part.split('$') for part in group.split('#')] for group in groups]])
print(json.dumps(rows))`

const dayProgram = `
import json, sys
from datetime import datetime
sys.stdin.reconfigure(encoding='utf-8')
day = json.load(sys.stdin)
datetime.strptime(day['date'], '%Y-%m-%d')
for each in day['epg_data']: datetime.strptime(each['start'], '%H:%M'), datetime.strptime(each['end'], '%H:%M')
print(json.dumps([day['channel_name'], [each['title'] for each in day['epg_data']]]))`

test.skipIf(!hasPython)(
  '[M03] the JSON of the collection interface and of a day of guide says the same to Python',
  async () => {
    const rows = readByPython(provideProgram, await textOf('/api.php/provide/vod/?ac=detail&pagesize=10'))
    const reply = parseXml(await textOf('/api.php/provide/vod/?ac=videolist&at=xml&pagesize=10'))
    const addresses = [...reply.getElementsByTagName('dd')].map(({ textContent }) => (textContent ?? '').split('$'))
    const names = [...reply.getElementsByTagName('name')].map(({ textContent }) => textContent ?? '')
    expect(names).toHaveLength(10)
    expect(rows).toEqual(
      names.map((name, at) => [expect.stringContaining(name.slice(0, 15)), ['yunmu'], [[addresses[at]]]]),
    )
    const today = chinaDay(Math.floor(t.clock.nowMs() / 1000))
    const [channel, titles] = z
      .tuple([z.string(), z.array(z.string())])
      .parse(readByPython(dayProgram, await textOf(`/epg?ch=CCTV1&date=${today}`)))
    expect(channel).toBe('CCTV1')
    expect(titles[0]).toContain('片名 <b> & "引号" ]]>')
  },
)

const danmakuPrograms = {
  'dplayer.json': `reply = json.load(sys.stdin)
assert reply['code'] == 0
print(json.dumps([[time, html.unescape(text)] for time, mode, colour, sender, text in reply['data']]))`,
  'dandanplay.json': `reply = json.load(sys.stdin)
assert reply['count'] == len(reply['comments'])
print(json.dumps([[float(each['p'].split(',')[0]), each['m']] for each in reply['comments']]))`,
  'artplayer.json': `print(json.dumps([[each['time'], each['text']] for each in json.load(sys.stdin)]))`,
} as const

describe('danmaku in files', () => {
  const expected = spoken.map((text, at) => [at + 1, text])
  const file = (form: string): Promise<string> => textOf(`/danmaku/vod/${titleIds[0]}/1.${form}`)

  test.skipIf(!hasPython).each(['dplayer.json', 'dandanplay.json', 'artplayer.json'] as const)(
    '[M03] %s says the same to Python',
    async (form) => {
      const program = `import html, json, sys\nsys.stdin.reconfigure(encoding='utf-8')\n${danmakuPrograms[form]}`
      expect(readByPython(program, await file(form))).toEqual(expected)
    },
  )

  test('[M03] XML says the same to another parser', async () => {
    const entries = [...parseXml(await file('xml')).getElementsByTagName('d')]
    expect(entries.map((each) => [Number(each.getAttribute('p')?.split(',')[0]), each.textContent])).toEqual(expected)
  })

  test('[M03] subtitles are read by ffmpeg, one for each danmaku', async () => {
    const path = join(t.platform.config.dataDir, 'danmaku.ass')
    await writeFile(path, await file('ass'))
    const { stdout } = await run(tools.ffmpeg, ['-v', 'error', '-i', path, '-f', 'srt', '-'])
    const shown = stdout.split('\n').map((line) => line.replace(/<\/?font[^>]*>|\{[^}]*\}/g, ''))
    for (const text of ['粉色', '｛＼an8｝花括号＼N', ']]> 𠮷', '第四条'])
      expect(shown.filter((line) => line.includes(text))).toHaveLength(1)
    expect(stdout.match(/-->/g)).toHaveLength(spoken.length)
  })
})

/** The kinds of streams that ffprobe finds at an address. */
async function streamsAt(address: string): Promise<Set<string>> {
  const entries = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0']
  const { stdout } = await run(tools.ffprobe, [...entries, address])
  return new Set(stdout.trim().split(/\s+/))
}

test('[M03] ten titles and ten channels play by the addresses that go out', { timeout: 300_000 }, async () => {
  const { list } = JSON.parse(await textOf('/api.php/provide/vod/?ac=detail&pagesize=10'))
  const titles: string[] = list.map((row: { vod_play_url: string }) => row.vod_play_url.split('$')[1])
  const channels = parser.parse(await textOf('/live.m3u')).items.map(({ url }) => url)
  expect([new Set(titles).size, new Set(channels).size]).toEqual([10, 10])
  for (const address of [...titles, ...channels])
    expect([address, await streamsAt(address)]).toEqual([address, new Set(['video', 'audio'])])
})

test('[M03] all addresses of the configuration for television boxes answer', async () => {
  const { sites, lives } = JSON.parse(await textOf('/tvbox.json'))
  const epg = String(lives[0].epg).replace('{name}', 'CCTV1').replace('{date}', '2026-11-21')
  for (const address of [sites[0].api, lives[0].url, epg])
    expect([address, (await fetch(address)).status]).toEqual([address, 200])
})

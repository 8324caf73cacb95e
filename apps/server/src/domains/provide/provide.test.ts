import { readProvideJson, readProvideXml, type ProvideReply } from '@yunmu/formats'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lock } from '../../testing/locks.ts'
import { aPlayableTitle, aRendition, audio, makeVip } from '../../testing/media.ts'
import { readXml } from '../../testing/read-xml.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from '../catalog/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
  await t.station.site.write({ provide_open: true, vip_min_height: 0, vip_preview_minutes: 0 })
})

const api = '/api.php/provide/vod/'
const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { host: 'tv.example', ...headers } })
async function read(query: string, headers: Record<string, string> = {}): Promise<ProvideReply> {
  const { rawPayload } = await get(`${api}${query}`, headers)
  const parsed = query.includes('xml') ? readProvideXml(rawPayload) : readProvideJson(rawPayload)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.reply
}
const idsOf = async (query: string): Promise<number[]> => (await read(query)).vods.map(({ id }) => id)

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
/** Changes a title and announces it, as an operator's command does. */
async function change(id: number, set: string): Promise<void> {
  await t.platform.pool.query(`update title set ${set} where id = $1`, [id])
  if (set.includes('published')) await t.platform.pool.query('delete from title_listing where title_id = $1', [id])
  t.events.announce(titlesChanged, { ids: [id] })
  await t.refreshLists()
}

/** The addresses that the row of a title names. */
async function addressesOf(id: number, headers: Record<string, string> = {}): Promise<string[]> {
  const { vods } = await read(`?ac=detail&ids=${id}`, headers)
  return vods.flatMap(({ groups }) => groups.flatMap(({ episodes }) => episodes.map(({ address }) => address)))
}
const pathOf = (address: string): string => address.replace('http://tv.example', '')
const statusOf = async (address: string, headers: Record<string, string> = {}): Promise<number> =>
  (await get(pathOf(address), headers)).statusCode

describe('[M03] what visitors may not play does not go out', () => {
  test('a closed interface answers one word, and its addresses lead nowhere', async () => {
    const { titleId } = await aPlayableTitle(t)
    const [address = ''] = await addressesOf(titleId)
    await t.station.site.write({ provide_open: false })
    onTestFinished(() => t.station.site.write({ provide_open: true }))
    expect((await get(api)).body).toBe('closed')
    expect([address.startsWith('http://tv.example/api.php/play/'), await statusOf(address)]).toEqual([true, 404])
  })

  test('a hidden title is in no list, and its addresses lead nowhere', async () => {
    const { titleId } = await aPlayableTitle(t)
    const [address = ''] = await addressesOf(titleId)
    expect(await statusOf(address)).toBe(302)
    await change(titleId, 'published = false')
    expect([await addressesOf(titleId), await statusOf(address)]).toEqual([[], 404])
    expect(await idsOf('?ac=detail')).not.toContain(titleId)
  })

  test('an episode for VIPs has no address, unless visitors may watch its beginning', async () => {
    const segments = Array.from({ length: 60 }, () => ({ durationMs: 4000, bytes: 50 }))
    const title = await aPlayableTitle(t, { renditions: [aRendition({ segments }), { ...audio, segments }] })
    const [address = ''] = await addressesOf(title.titleId)
    await makeVip(t, title)
    expect([await addressesOf(title.titleId), await statusOf(address)]).toEqual([[], 403])
    await t.station.site.write({ vip_preview_minutes: 1 })
    onTestFinished(() => t.station.site.write({ vip_preview_minutes: 0 }))
    expect((await get(pathOf(address))).headers.location).toMatch(/-t\d+\/master\.m3u8$/)
  })

  test('renditions for VIPs are in no playlist', async () => {
    const { titleId } = await aPlayableTitle(t)
    const [address = ''] = await addressesOf(titleId)
    const { location } = (await get(pathOf(address))).headers
    const playlist = (await get(pathOf(String(location)))).body
    expect(playlist).toContain('720p')
    expect(playlist).not.toContain('1080p')
  })

  test('a title or a source with a password has no address', async () => {
    const [whole, part] = [await aPlayableTitle(t), await aPlayableTitle(t)]
    const [[ofWhole = ''], [ofPart = '']] = [await addressesOf(whole.titleId), await addressesOf(part.titleId)]
    await lock(t, { kind: 'vod', id: whole.titleId })
    await lock(t, { kind: 'vod', id: part.titleId, line: Number(ofPart.split('/')[6]) })
    expect([await addressesOf(whole.titleId), await addressesOf(part.titleId)]).toEqual([[], []])
    expect([await statusOf(ofWhole), await statusOf(ofPart)]).toEqual([403, 403])
  })

  test('what is not for minors is in no list in their mode', async () => {
    const { titleId } = await aPlayableTitle(t)
    await t.station.catalog.corrections.titles.markAdult('mei', titleId, true)
    await change(titleId, 'adult = true')
    const minors = { cookie: 'minor=1' }
    const [address = ''] = await addressesOf(titleId)
    expect([await statusOf(address), await statusOf(address, minors)]).toEqual([302, 404])
    expect((await read(`?ac=detail&ids=${titleId}`, minors)).vods).toEqual([])
    expect(await idsOf(`?ac=detail&ids=${titleId}`)).toEqual([titleId])
  })

  test('an episode that is not out, has no file, or does not exist has no address', async () => {
    const { titleId } = await aPlayableTitle(t, { publish: false })
    const { writer } = t.station.catalog
    await writer.saveEpisodes(
      titleId,
      [{ source: '云播', level: 2, name: '', state: 'ready', airAtSec: nowSec() + 3600 }],
      nowSec(),
    )
    t.events.announce(titlesChanged, { ids: [titleId] })
    expect(await addressesOf(titleId)).toEqual([])
    const { id: source } = (await t.station.catalog.titles.detail(titleId, nowSec()))?.sources[0] ?? { id: 0 }
    const play = `/api.php/play/${titleId}/${source}`
    expect(await statusOf(`${play}/1.m3u8`)).toBe(503)
    for (const wrong of [
      `${play}/2.m3u8`,
      `${play}/9.m3u8`,
      `${play}/x.m3u8`,
      `${play}/1.mp4`,
      '/api.php/play/999999/1/1.m3u8',
      `/api.php/play/${titleId}/0/1.m3u8`,
    ])
      expect([wrong, [404, 503]]).toEqual([wrong, expect.arrayContaining([await statusOf(wrong)])])
  })

  test('films elsewhere, until their host is allowed; then their best address is answered, and no page of a partner', async () => {
    const { catalog, remote } = t.station
    const { id } = await catalog.writer.saveTitle(aTitle(), nowSec())
    await catalog.writer.saveEpisodes(id, [{ source: '量子', level: 1, name: '第01集' }], nowSec())
    const film = 'https://films.example/a/index.m3u8'
    for (const url of ['https://pages.example/watch/1', film])
      await remote.manager.add({ titleId: id, source: '量子', level: 1, url })
    expect(await addressesOf(id)).toEqual([])
    await remote.manager.hosts.allow('pages.example', 'embedded')
    await remote.manager.hosts.allow('films.example', 'direct')
    await t.refreshLists()
    const [address = ''] = await addressesOf(id)
    const { statusCode, headers } = await get(pathOf(address))
    expect([statusCode, headers.location]).toEqual([302, film])
  })

  test('columns are explicit: nothing of the table leaks', async () => {
    const { titleId } = await aPlayableTitle(t)
    const [row] = JSON.parse((await get(`${api}?ac=detail&ids=${titleId}`)).body).list
    expect(Object.keys(row).filter((key) => !/^(vod|type)_/.test(key))).toEqual([])
    expect(JSON.stringify(row)).not.toMatch(/pwd|asset|origin|published/)
  })
})

describe('[M03] parameters', () => {
  let films: number[]
  beforeAll(async () => {
    const { writer } = t.station.catalog
    films = []
    await t.platform.pool.query(`insert into category (id, pid, name, type_en, position, hidden, areas, genres, langs)
      values (101, 1, '动作片', 'dongzuo', 1, false, '{}', '{}', '{}') on conflict do nothing`)
    // Older than what other tests add, the first the oldest.
    for (const [at, given] of [
      { name: '春夏之交', year: 2018, area: '内地' },
      { name: '春夏秋冬', year: 2022, area: '香港', totalEpisodes: 1 },
      { name: '深海', year: 2024, area: '内地', totalEpisodes: 30 },
    ].entries()) {
      const atSec = nowSec() - 30 * 86_400 + at * 60
      const { id } = await writer.saveTitle(aTitle({ ...given, pidId: 1, typeId: at === 0 ? 1 : 101 }), atSec)
      const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: atSec })
      await writer.saveEpisodes(id, [{ source: '云播', level: 1, name: '第 1 集 #$', assetId, state: 'ready' }], atSec)
      await t.platform.pool.query('update title set updated_at = $2 where id = $1', [id, atSec])
      await t.platform.pool.query('update title_listing set updated_at = $2 where title_id = $1', [id, atSec])
      films.push(id)
    }
    await t.station.catalog.listing.refresh(null)
    t.station.catalog.categories.invalidate()
    await t.refreshLists()
  })

  test('the bare address has a list, categories and filters; a parent category includes its children', async () => {
    const body = JSON.parse((await get(api)).body)
    expect(body).toMatchObject({ code: 1, msg: '数据列表', page: 1, limit: 20 })
    expect(body.class).toContainEqual({ type_id: 101, type_pid: 1, type_name: '动作片' })
    expect(body.filters['1'][0]).toMatchObject({ key: 'class', name: '类型' })
    expect(body.list[0].vod_pic).toMatch(/^http:\/\/tv\.example\/media\/art\/poster\//)
    const [oldest = 0, middle = 0, newest = 0] = films
    expect(await idsOf('?t=1')).toEqual([newest, middle, oldest])
    expect(await idsOf('?t=101')).toEqual([newest, middle])
    expect(await idsOf('?t=999')).toEqual([])
  })

  test('pages, sizes, order, years, areas, states, players, words and ids', async () => {
    const [oldest = 0, middle = 0, newest = 0] = films
    expect(await read('?t=1&pagesize=2&pg=2')).toMatchObject({
      page: 2,
      pageCount: 2,
      pageSize: 2,
      total: 3,
      vods: [{ id: oldest }],
    })
    expect(await read('?t=1&pg=77')).toMatchObject({ page: 77, total: 3, vods: [] })
    expect(await idsOf('?t=1&sort_direction=asc&pagesize=2')).toEqual([oldest, middle])
    expect(await idsOf('?t=1&sort_direction=asc&pagesize=2&pg=2')).toEqual([newest])
    expect(await idsOf('?t=1&year=2018-2022')).toEqual([middle, oldest])
    expect(await idsOf('?t=1&year=2024')).toEqual([newest])
    expect(await idsOf(`?t=1&f=${encodeURIComponent('{"area":"内地"}')}`)).toEqual([newest, oldest])
    expect(await idsOf('?t=1&h=24')).toEqual([])
    expect(await idsOf('?t=1&h=10000')).toEqual([newest, middle, oldest])
    expect(await idsOf('?t=1&isend=1')).toEqual([middle])
    expect(await idsOf('?t=1&isend=0')).toEqual([newest, oldest])
    expect(await idsOf('?t=1&from=yunmu')).toEqual([newest, middle, oldest])
    expect(await idsOf('?t=1&from=yunmu2,elsewhere')).toEqual([])
    expect(new Set(await idsOf(`?wd=${encodeURIComponent('春夏')}`))).toEqual(new Set([oldest, middle]))
    expect(await idsOf(`?wd=${encodeURIComponent('春夏')}&t=101`)).toEqual([middle])
    expect(await idsOf(`?ac=detail&ids=${oldest},x,${newest},999999`)).toEqual([newest, oldest])
    expect(await idsOf('?ac=detail&ids=x')).toEqual([])
  })

  test('what cannot be read counts as absent', async () => {
    for (const query of [
      '?pg=-1&pagesize=0&t=abc&h=x',
      '?ac=evil&at=yaml',
      "?wd=' or 1=1 --",
      '?f={',
      '?ids=',
      '?pg=999999999999',
      '?%00=%ff',
    ])
      expect([query, (await get(`${api}${query}`)).statusCode]).toEqual([query, 200])
  })

  test('XML, path pairs, forms and JSON bodies ask the same', async () => {
    const [, , newest = 0] = films
    const asked = await read(`?ac=videolist&ids=${newest}&at=xml`)
    expect(asked.vods).toMatchObject([{ id: newest, name: '深海', typeName: '动作片', groups: [{ code: 'yunmu' }] }])
    const xml = await get(`${api}at/xml/ac/detail/ids/${newest}`)
    expect([xml.headers['content-type'], xml.headers['access-control-allow-origin']]).toEqual([
      'application/xml; charset=utf-8',
      '*',
    ])
    expect(readXml(xml.body).children[0]?.attributes).toMatchObject({ page: '1', recordcount: '1' })
    const json = (await get(`/api.php/provide/vod?ac=detail&ids=${newest}`)).body
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', `ac=detail&ids=${newest}`],
      ['application/json', JSON.stringify({ ac: 'detail', ids: newest })],
    ] as const) {
      const { body } = await t.app.inject({
        method: 'POST',
        url: api,
        payload,
        headers: { host: 'tv.example', 'content-type': type },
      })
      expect(body).toBe(json)
    }
  })

  test('names with the marks of the format do not break it', async () => {
    const [, , newest = 0] = films
    const [vod] = (await read(`?ac=detail&ids=${newest}`)).vods
    expect(vod?.groups[0]?.episodes).toMatchObject([{ name: '第 1 集 ＃＄', position: 1 }])
  })
})

describe('[M03] cached replies', () => {
  test('show a change of a title at once, and cost no statement until then', async () => {
    const { titleId } = await aPlayableTitle(t)
    const ask = () => get(`${api}?ac=detail&ids=${titleId}`)
    const first = await ask()
    await t.platform.pool.query('alter table title rename to title_away')
    const cached = await ask()
    await t.platform.pool.query('alter table title_away rename to title')
    expect(cached.body).toBe(first.body)
    expect(
      (await get(`${api}?ac=detail&ids=${titleId}`, { 'if-none-match': String(first.headers.etag) })).statusCode,
    ).toBe(304)
    await change(titleId, `name = '新的名字'`)
    expect((await ask()).json().list[0].vod_name).toBe('新的名字')
  })

  test('other hosts have addresses of their own', async () => {
    const { titleId } = await aPlayableTitle(t)
    const other = await t.app.inject({ url: `${api}?ac=detail&ids=${titleId}`, headers: { host: 'other.example' } })
    expect(other.json().list[0].vod_play_url).toContain('http://other.example/api.php/play/')
    expect((await addressesOf(titleId))[0]).toContain('http://tv.example/')
  })
})

test('[M03] one address cannot build replies without end', async () => {
  const from = (at: number) =>
    t.app.inject({ url: `${api}?pg=${at}&isend=1`, headers: { host: 'tv.example' }, remoteAddress: '203.0.113.9' })
  const statuses = new Set<number>()
  for (let at = 1; at <= 30; at++) statuses.add((await from(at)).statusCode)
  expect([...statuses]).toEqual([200, 429])
})

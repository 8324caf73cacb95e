import { expect, test } from 'vitest'
import { createJsonServer, type JsonReply } from '../../../testing/json-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import type { MigrationReport } from '../index.ts'

const account = { user: 'mei lin', password: 'geheim/93' }

/** What the panel has, as real ones send it: nothing is of the type that it should be. */
const channel = {
  num: '7',
  name: '|CN| 雾港一台',
  stream_id: 101,
  stream_icon: null,
  epg_channel_id: 'wugang1',
  category_id: '3',
  tv_archive: '1',
  tv_archive_duration: '5',
}
const film = {
  num: 1,
  name: '雾港来信 (2021)',
  stream_id: '501',
  stream_icon: 'javascript:alert(1)',
  rating: '7.5',
  category_id: 20,
  container_extension: 'mp4',
  added: '1700000000',
}
const series = { num: 1, name: '长街', series_id: 900, category_id: '30', cast: ['?'], last_modified: '1700000000' }
const panel = {
  password: account.password,
  lists: new Map<string, JsonReply>(),
  details: new Map<string, JsonReply>(),
}
const set = (): void => {
  panel.lists = new Map<string, JsonReply>([
    ['get_live_categories', { body: [{ category_id: '3', category_name: '港台' }, null, 'x'] }],
    [
      'get_live_streams',
      {
        body: [
          channel,
          { ...channel, stream_id: '102', name: '##### 体育 #####' },
          { ...channel, stream_id: 103, name: '夜间', is_adult: '1' },
          { ...channel },
          { ...channel, stream_id: '../../etc', name: '坏' },
          null,
          [],
          { name: '没有编号' },
        ],
      },
    ],
    // GBK, as old panels in China send it, and an object in the place of an array.
    [
      'get_vod_categories',
      {
        body: { 0: { category_id: 20, category_name: 'Action' }, 1: { category_id: 21, category_name: 'XXX Adults' } },
      },
    ],
    [
      'get_vod_streams',
      {
        body: {
          0: film,
          7: { ...film, stream_id: 502, name: 'EN - Night Ferry', container_extension: 'mkv' },
          8: { ...film, stream_id: 503, category_id: '21', name: '夜' },
          9: { ...film, stream_id: 504, name: null },
          10: { ...film, stream_id: 505, name: '山海' },
        },
      },
    ],
    ['get_series_categories', { body: [{ category_id: '30', category_name: '国产剧' }] }],
    ['get_series', { body: [series, { ...series, series_id: '901', name: '没有剧集' }] }],
  ])
  panel.details = new Map<string, JsonReply>([
    [
      '501',
      {
        body: {
          info: {
            plot: '一封寄错的<b>信</b>。',
            cast: '沈北望, 顾青',
            director: null,
            genre: '剧情 / 悬疑',
            releasedate: '2021-05-01',
            backdrop_path: {},
          },
          movie_data: [],
        },
      },
    ],
    ['505', { status: 200, type: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }],
    [
      '900',
      {
        body: {
          info: [],
          seasons: null,
          episodes: {
            1: [
              { id: '9001', episode_num: '1', title: '长街 - S01E01', container_extension: 'mp4', season: 1 },
              { id: 9002, episode_num: 2, title: '渡口', container_extension: 'm3u8', info: null },
              { id: 9003, episode_num: 3, container_extension: 'avi' },
            ],
            2: { 0: { id: '9010', episode_num: 1, container_extension: 'mp4' } },
          },
        },
      },
    ],
    ['901', { body: { episodes: [] } }],
  ])
}
set()

/** How an MP4 begins: the relay sends no texts on. */
const filmBytes = '\0\0\0\u0018ftyp'

/** A part of a film of eight bytes. */
function film8(range: string): JsonReply {
  const [first = 0, last = 7] = range.replace('bytes=', '').split('-').map(Number)
  const headers = { 'content-range': `bytes ${first}-${last}/8` }
  return { status: 206, type: 'video/mp4', headers, body: Buffer.from(filmBytes).subarray(first, last + 1) }
}

/** Where the segments of the panel's playlist lie, which have the account in their addresses. */
const segmentHost = 'http://cdn.example'

const server = await createJsonServer((url, { headers: { range = '' } }) => {
  if (url.pathname.startsWith('/movie/'))
    return url.pathname === `/movie/mei%20lin/${encodeURIComponent(panel.password)}/501.mp4` ? film8(range) : null
  if (url.pathname.endsWith('/9002.m3u8'))
    return {
      type: 'application/vnd.apple.mpegurl',
      body: `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${segmentHost}/mei/geheim/1.ts\n#EXT-X-ENDLIST\n`,
    }
  if (url.pathname !== '/player_api.php') return null
  const isKnown =
    url.searchParams.get('username') === account.user && url.searchParams.get('password') === panel.password
  if (!isKnown) return { body: { user_info: { auth: 0 } } }
  const action = url.searchParams.get('action')
  if (action === null) return { body: { user_info: { auth: '1', status: 'Active' }, server_info: {} } }
  const id = url.searchParams.get('vod_id') ?? url.searchParams.get('series_id')
  return (id === null ? panel.lists.get(action) : panel.details.get(id)) ?? { status: 500, body: 'no' }
})

const t = await buildTestApp({ EGRESS_ALLOW: server.destination })

const migrate = (given: { dry?: boolean; password?: string; bindings?: ReadonlyMap<string, string> } = {}) =>
  t.station.migration.xc({
    origin: server.origin,
    user: account.user,
    password: given.password ?? panel.password,
    bindings: given.bindings ?? new Map(),
    dry: given.dry ?? false,
    batchSize: 2,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })

const counts = ({ tables }: MigrationReport) =>
  Object.fromEntries(
    tables.map(({ table, added, changed, unchanged, refused }) => [table, [added, changed, unchanged, refused]]),
  )

const rowsOf = async (query: string): Promise<unknown[]> => (await t.platform.pool.query(query)).rows
const countAll = () =>
  rowsOf(`select (select count(*)::int from title) as titles, (select count(*)::int from episode_address) as addresses,
    (select count(*)::int from channel) as channels, (select count(*)::int from migration_item) as items,
    (select count(*)::int from egress_account) as accounts, (select count(*)::int from guide_source) as guides`)

const refused = {
  channel: { noName: 1, adult: 1, repeated: 1, broken: 4 },
  film: { container: 1, unbound: 1, noName: 1 },
  series: { noAddress: 1, container: 1 },
}

test('[M02] a panel that does not accept the account, or is none, is refused without its password', async () => {
  const before = await countAll()
  await expect(migrate({ password: 'falsch' })).rejects.toThrow(`${server.origin} 不认这个账号`)
  await expect(migrate({ bindings: new Map([['没有', '电影']]) })).rejects.toThrow('对方没有“没有”这个分类')
  panel.lists.set('get_live_streams', { type: 'text/html', body: '<html>502</html>' })
  await expect(migrate({ dry: true })).rejects.toThrow('get_live_streams 不是列表')
  set()
  expect(await countAll()).toEqual([{ ...Object(before[0]), accounts: 1 }])
})

test('[M02] a dry run counts what panels send of any type, and writes nothing', async () => {
  const before = await countAll()
  const report = await migrate({ dry: true })
  expect(await countAll()).toEqual(before)
  expect(counts(report)).toMatchObject({ channel: [1, 0, 0, refused.channel], film: [2, 0, 0, refused.film] })
  expect(report.bindings).toEqual([
    { name: 'Action', type: '电影', byHand: false },
    { name: 'XXX Adults', type: null, byHand: false },
    { name: '国产剧', type: '国产剧', byHand: false },
  ])
})

test('[M02] channels, films and series come once, and what they need of the account is sealed', async () => {
  const report = await migrate({ bindings: new Map([['Action', '动作片']]) })
  expect(counts(report)).toEqual({
    channel: [1, 0, 0, refused.channel],
    film: [2, 0, 0, refused.film],
    series: [1, 0, 0, refused.series],
  })
  expect(
    await rowsOf(`select channel.name, number, guide_id, address, catchup_type, catchup_days from channel
    join stream on channel_id = channel.id join stream_source on stream_id = stream.id`),
  ).toEqual([
    {
      name: '雾港一台',
      number: 7,
      guide_id: 'wugang1',
      address: `${server.origin}/live/~account-1-user~/~account-1-password~/101.ts`,
      catchup_type: 'xc',
      catchup_days: 5,
    },
  ])
  expect(
    await rowsOf(`select title.name, category.name as category, year, series, season, intro,
        (select array_agg(level || ' ' || episode.name order by level) from episode join source on source.id = source_id where title_id = title.id) as episodes
      from title join category on category.id = type_id where origin like 'xc:%' order by title.id`),
  ).toMatchObject([
    { name: '雾港来信', category: '动作片', year: 2021, intro: '一封寄错的信。', episodes: ['1 正片'] },
    { name: '山海', category: '动作片', episodes: ['1 正片'] },
    { name: '长街', category: '国产剧', series: '长街', season: 1, episodes: ['1 第1集', '2 渡口'] },
    { name: '长街 第二季', category: '国产剧', season: 2, episodes: ['1 第1集'] },
  ])
  expect(await rowsOf('select address from guide_source')).toEqual([
    { address: `${server.origin}/xmltv.php?username=~account-1-user~&password=~account-1-password~` },
  ])
  const stored = await rowsOf(`select (select json_agg(a)::text from episode_address a) as addresses,
    (select json_agg(a)::text from stream_source a) as sources, (select json_agg(a)::text from guide_source a) as guides,
    (select json_agg(a)::text from egress_account a) as accounts, (select json_agg(a)::text from migration_run a) as runs`)
  expect(JSON.stringify(stored)).not.toMatch(/geheim|mei(?: |%20)lin/)
})

test('[E07] what needs an account plays by the relay only, and its address in a browser has no account', async () => {
  const [row] = await rowsOf(
    `select episode.id from episode join source on source.id = source_id join title on title.id = title_id where title.name = '雾港来信'`,
  )
  const episodeId = Number(Object(row).id)
  expect(await t.station.remote.addressesOf(episodeId)).toEqual([])
  await t.station.remote.manager.hosts.allow('127.0.0.1', 'direct')
  expect(await t.station.remote.addressesOf(episodeId)).toEqual([])
  await t.station.remote.manager.hosts.allow('127.0.0.1', 'relayed')
  const [address] = await t.station.remote.addressesOf(episodeId)
  if (!address) throw new Error('it does not play')
  const expiresSec = Math.floor(t.platform.clock.nowMs() / 1000) + 600
  const url = t.station.remote.urlOf(address, { isVip: false, isPrivate: false, expiresSec })
  expect(url).toMatch(/^\/relay\/[^?]*\/film\.mp4$/)
  expect(url).not.toMatch(/geheim|account/)
  expect((await t.app.inject(url)).body).toBe(filmBytes)
})

test('[E07] a playlist that an account opened leads to no direct host', async () => {
  const [row] = await rowsOf(`select episode.id from episode where episode.name = '渡口'`)
  await t.station.remote.manager.hosts.allow(segmentHost, 'direct')
  const [address] = await t.station.remote.addressesOf(Number(Object(row).id))
  if (!address) throw new Error('it does not play')
  const expiresSec = Math.floor(t.platform.clock.nowMs() / 1000) + 600
  const reply = await t.app.inject(t.station.remote.urlOf(address, { isVip: false, isPrivate: false, expiresSec }))
  expect(reply.statusCode).toBe(502)
  expect(reply.body).not.toMatch(/geheim|cdn/)
})

test('[M02] a second run takes what is new or changed, keeps locked fields, and a new password reaches old addresses', async () => {
  await t.platform.pool.query(`update title set name = '雾港的信', locked_fields = '{name}' where name = '雾港来信'`)
  const before = await countAll()
  panel.password = 'neu93'
  panel.lists.set('get_vod_streams', {
    body: [
      { ...film, name: '雾港来信 HD (2021)', rating: 1 },
      { ...film, stream_id: 506, name: '渡船' },
    ],
  })
  const report = await migrate()
  expect(report.bindings?.[0]).toEqual({ name: 'Action', type: '动作片', byHand: true })
  expect(counts(report)).toMatchObject({
    channel: [0, 0, 1, refused.channel],
    film: [1, 1, 0, {}],
    series: [0, 0, 1, {}],
  })
  const [first] = before
  const { titles, addresses, items } = Object(first)
  expect(await countAll()).toEqual([
    { ...Object(first), titles: titles + 1, addresses: addresses + 1, items: items + 1 },
  ])
  expect(await rowsOf(`select count(*)::int as n from title where name = '雾港的信'`)).toEqual([{ n: 1 }])
  const [row] = await rowsOf(
    `select episode.id from episode join source on source.id = source_id join title on title.id = title_id where title.name = '雾港的信'`,
  )
  const [address] = await t.station.remote.addressesOf(Number(Object(row).id))
  expect(address && (await t.platform.egress.fill(address.url))).toBe(`${server.origin}/movie/mei%20lin/neu93/501.mp4`)
})

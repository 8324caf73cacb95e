import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { createJsonServer } from '../../../testing/json-server.ts'
import { makeMedia } from '../../../testing/make-media.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import type { MigrationReport } from '../index.ts'

const key = 'a'.repeat(32)
const folder = mkdtempSync(join(tmpdir(), 'yunmu-jellyfin-'))
atFileEnd(async () => rmSync(folder, { recursive: true, force: true }))
for (const name of ['films', 'shows']) mkdirSync(join(folder, name))
const tiny = { sec: 1, width: 160, height: 90 }
for (const [at, name] of ['films/wg.mp4', 'shows/cj1.mp4', 'shows/cj2.mp4'].entries())
  await makeMedia(folder, { name, ...tiny, more: ['-metadata', `comment=${at}`] })

const id = (number: number): string => number.toString(16).padStart(32, '0')
const ticks = (sec: number): number => sec * 10_000_000
const film = {
  Id: id(1),
  Type: 'Movie',
  Name: '雾港来信',
  OriginalTitle: 'Letters from the Harbour',
  ProductionYear: 2021,
  Overview: '一封寄错的信。',
  Genres: ['剧情', null],
  ProductionLocations: ['China'],
  People: [
    { Name: '陈砚', Type: 'Director' },
    { Name: '沈北望', Type: 'Actor', Role: '老林', PrimaryImageTag: 'x' },
  ],
  ProviderIds: { Tmdb: '1' },
  Path: '/media/films/wg.mp4',
  ImageTags: { Primary: 'x' },
  RunTimeTicks: ticks(6000),
}
const series = { Id: id(2), Type: 'Series', Name: '长街', ProductionYear: 2022, People: null, Path: '/media/shows' }
const lost = { ...film, Id: id(3), Name: '失落', OriginalTitle: '', Path: '/media/films/none.mp4', ImageTags: {} }
const episodes = [1, 2].map((number) => ({
  Id: id(10 + number),
  Name: number === 1 ? '渡口' : '第 2 集',
  IndexNumber: number,
  ParentIndexNumber: 1,
  Path: `/media/shows/cj${number}.mp4`,
  RunTimeTicks: ticks(2400),
}))
const state = { films: [film, lost], segments: true }
const user = (number: number, name: string) => ({ Id: id(number), Name: name, Policy: { IsDisabled: number === 52 } })

/** What the first user watched and likes; the second has nothing. */
const watched = {
  IsPlayed: [
    { ...episodes[0], UserData: { Played: true, PlayCount: 2, LastPlayedDate: '2026-01-01T10:00:00.0000000Z' } },
    { ...film, UserData: { Played: true, PlayCount: 1, LastPlayedDate: '2026-01-02T10:00:00Z' } },
    { Id: id(99), UserData: { Played: true } },
  ],
  IsResumable: [
    { ...episodes[1], UserData: { PlaybackPositionTicks: ticks(600), LastPlayedDate: '2026-01-03T10:00:00Z' } },
  ],
  IsFavorite: [{ ...series, UserData: { IsFavorite: true } }],
}

const server = await createJsonServer((url, request) => {
  if (request.headers.authorization !== `MediaBrowser Token="${key}"`) return { status: 401, body: '' }
  const { pathname, searchParams } = url
  const page = (items: readonly unknown[]) => {
    const start = Number(searchParams.get('startIndex') ?? 0)
    // Pages of one, whatever was asked for.
    return { body: { Items: items.slice(start, start + 1), TotalRecordCount: items.length, StartIndex: start } }
  }
  if (pathname === '/System/Info') return { body: { Id: id(7), Version: '10.10.7', ProductName: 'Jellyfin Server' } }
  if (pathname === '/Library/VirtualFolders')
    return {
      body: [
        { Name: '院线', ItemId: id(100), CollectionType: 'movies', Locations: ['/media/films'] },
        { Name: '国产剧', ItemId: id(101), CollectionType: 'tvshows', Locations: ['/media/shows'] },
        { Name: '歌', ItemId: id(102), CollectionType: 'music', Locations: ['/media/songs'] },
      ],
    }
  if (pathname === '/Users') return { body: [user(51, 'linjie'), user(52, 'bao2'), { Id: null, Name: 'x' }] }
  if (pathname === `/Shows/${id(2)}/Episodes`)
    return {
      body: {
        Items: [...episodes, { Id: id(19), Name: '没有集数', ParentIndexNumber: 1, Path: '/media/shows/x.mp4' }],
      },
    }
  if (pathname.startsWith('/MediaSegments/'))
    return state.segments ? { body: { Items: [{ Type: 'Intro', StartTicks: 0, EndTicks: ticks(60) }] } } : null
  if (pathname.includes('/Images/')) return { type: 'image/png', body: Buffer.from(pixel, 'base64') }
  if (pathname !== '/Items') return null
  const filters = searchParams.get('filters')
  if (filters !== null)
    return page(searchParams.get('userId') === id(51) ? watched[filters as keyof typeof watched] : [])
  if (searchParams.get('parentId') === id(100) && searchParams.get('includeItemTypes') === 'Movie')
    return page(state.films)
  return page(
    searchParams.get('parentId') === id(101) && searchParams.get('includeItemTypes') === 'Series' ? [series] : [],
  )
})
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const t = await buildTestApp()
const passwords = new Map<string, string>()

const migrate = (
  given: { dry?: boolean; key?: string; map?: boolean; bindings?: ReadonlyMap<string, string>; to?: string } = {},
) =>
  t.station.migration.jellyfin({
    url: server.origin,
    key: given.key ?? key,
    map: given.map === true ? [{ from: '/media', to: given.to ?? folder }] : [],
    bindings: given.bindings ?? new Map([['院线', '电影']]),
    onPassword: (name, password) => void passwords.set(name, password),
    onImport: () => undefined,
    dry: given.dry ?? false,
    batchSize: 10,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })

const counts = ({ tables }: MigrationReport) =>
  Object.fromEntries(
    tables.map(({ table, added, changed, unchanged, refused }) => [table, [added, changed, unchanged, refused]]),
  )
const rowsOf = async (query: string): Promise<unknown[]> => (await t.platform.pool.query(query)).rows
const titles = () =>
  rowsOf(`select title.name, category.name as category, year, intro, area, directors, actors,
    (select array_agg(level || ' ' || episode.name || ' ' || episode.state order by level) from episode
     join source on source.id = source_id where title_id = title.id) as episodes
    from title join category on category.id = type_id order by origin collate "C"`)
const countAll = () =>
  rowsOf(`select (select count(*)::int from title) as titles, (select count(*)::int from episode) as episodes,
    (select count(*)::int from app_user) as users, (select count(*)::int from watch_record) as records,
    (select count(*)::int from favourite) as favourites, (select count(*)::int from migration_item) as items`)

test('[M02] a wrong key, another server and a category that nobody has are refused, and nothing is taken', async () => {
  const before = await countAll()
  await expect(migrate({ key: 'b'.repeat(32) })).rejects.toThrow(`${server.origin} 不认这个账号或密钥`)
  await expect(migrate({ bindings: new Map([['院线', '没有的']]) })).rejects.toThrow('本站没有“没有的”这个分类')
  expect(await countAll()).toEqual(before)
})

test('[M02] a dry run counts titles, users and what they watched, and writes nothing', async () => {
  const before = await countAll()
  const report = await migrate({ dry: true })
  expect(await countAll()).toEqual(before)
  expect(counts(report)).toEqual({
    film: [2, 0, 0, { unmapped: 2 }],
    series: [1, 0, 0, { unmapped: 1, noNumber: 1 }],
    user: [2, 0, 0, { broken: 1 }],
    watched: [2, 0, 0, { noTitle: 1, older: 1 }],
    favourite: [1, 0, 0, {}],
  })
  expect(report.others).toEqual([{ table: '歌', rows: 1 }])
  expect(report.tables[0]?.fields).toMatchObject({ portraits: 2, ProviderIds: 2 })
})

test('[M02] without a map titles have no episodes, and no address of the server reaches anybody', async () => {
  const report = await migrate()
  expect(counts(report)).toMatchObject({ film: [2, 0, 0, { unmapped: 2 }], series: [1, 0, 0, { unmapped: 1 }] })
  expect(await titles()).toMatchObject([
    { name: '长街', category: '国产剧', year: 2022, episodes: null },
    { name: '失落', episodes: null },
    {
      name: '雾港来信',
      category: '电影',
      year: 2021,
      intro: '一封寄错的信。',
      area: '内地',
      directors: ['陈砚'],
      actors: [{ name: '沈北望', role: '老林' }],
      episodes: null,
    },
  ])
  expect(await rowsOf('select * from episode_address')).toEqual([])
  expect(
    await rowsOf(`select app_user.name, title.name as title, level, position_ms::int / 1000 as position
      from watch_record join app_user on app_user.id = user_id join title on title.id = ref_id order by title.name`),
  ).toEqual([
    { name: 'linjie', title: '长街', level: 2, position: 600 },
    { name: 'linjie', title: '雾港来信', level: 1, position: 6000 },
  ])
  expect(await rowsOf('select title.name from favourite join title on title.id = title_id')).toEqual([{ name: '长街' }])
  expect(await rowsOf(`select name, disabled from app_user where name in ('linjie', 'bao2') order by name`)).toEqual([
    { name: 'bao2', disabled: true },
    { name: 'linjie', disabled: false },
  ])
  expect([...passwords.keys()].toSorted()).toEqual(['bao2', 'linjie'])
})

test('[M02] with a map the same titles get their films, with names, marks and fields that were locked kept', async () => {
  await rowsOf(`update title set name = '雾港的信', locked_fields = '{name}' where name = '雾港来信'`)
  await expect(migrate({ map: true, to: join(folder, 'nowhere') })).rejects.toThrow('找不到文件夹')
  const report = await migrate({ map: true })
  expect(counts(report)).toMatchObject({
    film: [0, 1, 0, { noFile: 1 }],
    series: [0, 1, 0, { noNumber: 1 }],
    user: [0, 0, 2, {}],
    watched: [0, 0, 3, { noTitle: 1 }],
  })
  expect(await titles()).toMatchObject([
    { name: '长街', episodes: ['1 渡口 ready', '2 第2集 ready'] },
    { name: '失落', episodes: null },
    { name: '雾港的信', episodes: ['1 正片 ready'] },
  ])
  expect(
    await rowsOf(
      `select intro_sec from episode join source on source.id = source_id join title on title.id = title_id where title.name = '长街'`,
    ),
  ).toEqual([{ intro_sec: 60 }, { intro_sec: 60 }])
})

test('[M02] another run takes what is new, and names that came stay', async () => {
  state.segments = false
  state.films = [film, lost, { ...lost, Id: id(4), Name: '新片', Path: '/elsewhere/x.mp4' }]
  const before = await countAll()
  const report = await migrate({ map: true, bindings: new Map() })
  expect(counts(report)).toMatchObject({ film: [1, 0, 1, { noFile: 1, unmapped: 1 }], series: [0, 0, 1, {}] })
  const { titles: known, items } = Object(before[0])
  expect(await countAll()).toEqual([{ ...Object(before[0]), titles: known + 1, items: items + 1 }])
  expect(await titles()).toContainEqual(
    expect.objectContaining({ name: '长街', episodes: ['1 渡口 ready', '2 第2集 ready'] }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marksOf, mappedPath, parseMap, pathsOf, readEpisode, readFacts, readUserData } from '../jellyfin/item-rules.ts'
import { readChannel, readEpisodes, readFilm, readSeries } from '../xc/panel-rules.ts'
import { jsonElements } from './json-elements.ts'
import { recordOf } from './loose-values.ts'

const strange = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, '1', '-1', '1e99', 'NaN', '2021-02-30', [], {}, [[]], { 0: { id: 1 } }),
)
const rowOf = (fields: readonly string[]) => fc.dictionary(fc.constantFrom(...fields), strange)

test('[M02] a list is read element by element: arrays, objects in their place, and what is cut or no JSON as null', () => {
  const read = (text: string) => [...jsonElements(text)]
  expect(read('\uFEFF [{"a":"x]}\\"{,"},2,null, [1,{"b":[]}]] trailing')).toEqual([
    { a: 'x]}"{,' },
    2,
    null,
    [1, { b: [] }],
  ])
  expect(read('{"0":{"a":1},"k\\"e:y":[2]}')).toEqual([{ a: 1 }, [2]])
  expect(read('[{"a":1},{"a":tru},{"a":3}]')).toEqual([{ a: 1 }, null, { a: 3 }])
  expect(read('[{"a":1},{"a":2')).toEqual([{ a: 1 }, null])
  for (const none of ['', '[]', '{}', 'null', '<html>[1]</html>', '"[1]"']) expect(read(none)).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (list) => {
      expect(read(JSON.stringify(list))).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})

test('[M02] nothing that a panel sends is too strange to be read, and no id of it leaves its place in an address', () => {
  const context = {
    category: { pidId: 1, typeId: 1 },
    origin: 'xc:1',
    addressOf: (_kind: string, file: string) => `http://panel.example/x/${file}`,
    seasonName: (series: string, season: number) => `${series} ${season}`,
  }
  const isSafe = (url: string): boolean => /^http:\/\/panel\.example\/x\/[\w-]+\.\w+$/.test(url)
  const film = rowOf([
    'stream_id',
    'name',
    'title',
    'container_extension',
    'added',
    'rating',
    'cast',
    'plot',
    'stream_icon',
    'year',
  ])
  const series = rowOf(['series_id', 'name', 'cover', 'cast', 'genre', 'rating', 'releaseDate'])
  const details = rowOf(['info', 'movie_data', 'episodes', 'seasons'])
  fc.assert(
    fc.property(film, series, details, (oneFilm, oneSeries, more) => {
      const read = readFilm({ stream_id: 1, name: 'a', container_extension: 'mp4', ...oneFilm }, more, context)
      if (typeof read !== 'string') expect(read.urls.every(isSafe)).toBe(true)
      const seasons = readSeries({ series_id: 1, name: 'a', ...oneSeries }, more, context)
      if (typeof seasons !== 'string') expect(seasons.titles.flatMap(({ urls }) => urls).every(isSafe)).toBe(true)
      readEpisodes(more)
      const channel = readChannel(
        { stream_id: 1, name: 'a', ...oneFilm },
        { groups: new Map(), addressOf: (file) => context.addressOf('live', file) },
      )
      if (typeof channel !== 'string') expect(isSafe(channel.entry.url)).toBe(true)
    }),
  )
})

test('[M02] nothing that a Jellyfin server sends is too strange to be read', () => {
  const fields = [
    'Id',
    'Name',
    'OriginalTitle',
    'People',
    'Genres',
    'ProductionYear',
    'Path',
    'MediaSources',
    'UserData',
    'IndexNumber',
    'ParentIndexNumber',
    'RunTimeTicks',
    'DateCreated',
    'ImageTags',
  ]
  fc.assert(
    fc.property(rowOf(fields), (item) => {
      const facts = readFacts(item)
      if (facts) expect(facts.year === 0 || (facts.year >= 1880 && facts.year <= 2100)).toBe(true)
      readEpisode(item)
      const data = readUserData(item)
      expect(Number.isSafeInteger(data.positionMs) && data.positionMs >= 0).toBe(true)
      expect(pathsOf(item).every((path) => typeof path === 'string')).toBe(true)
    }),
  )
  expect(
    marksOf(
      [
        { Type: 'Intro', StartTicks: 0, EndTicks: '900000000' },
        { Type: 'Outro', StartTicks: 24e9, EndTicks: 25e9 },
      ].map(recordOf),
    ),
  ).toEqual({ introSec: 90, outroSec: 2400 })
})

test('[M02] a folder there is one here; none leads out of it', () => {
  const pairs = ['/media=/srv/media/', '/media/kids=/srv/kids', 'D:\\Films=/srv/d'].flatMap(
    (text) => parseMap(text) ?? [],
  )
  const mapped = (path: string) => mappedPath(path, pairs)
  expect(mapped('/media/films/a.mkv')).toBe('/srv/media/films/a.mkv')
  expect(mapped('/media/kids/b.mkv')).toBe('/srv/kids/b.mkv')
  expect(mapped('D:\\Films\\c\\c.mkv')).toBe('/srv/d/c/c.mkv')
  for (const other of ['/mediathek/a.mkv', '/media/../etc/passwd', '/other/a.mkv', 'D:\\Films\\..\\x'])
    expect(mapped(other)).toBeNull()
  for (const bad of ['', '=', '/media', '/media=', '/media=srv', '=/srv']) expect(parseMap(bad)).toBeNull()
})

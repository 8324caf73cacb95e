import { createServer, type IncomingMessage } from 'node:http'
import { vodDetail, vodList } from '@yunmu/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { makeFile, makeMedia } from '../../testing/make-media.ts'
import { openFolder } from '../../testing/open-folder.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { readTmdbSettings } from './tmdb-settings.ts'
import { chooseTitle, SearchReply } from './tmdb-rules.ts'

/** A server with replies as The Movie Database writes them. */
const requests: { url: URL; authorization: string | undefined }[] = []
let isDown = false
const poster = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#20c020' } })
  .jpeg()
  .toBuffer()
const search = {
  page: 1,
  results: [
    {
      adult: false,
      backdrop_path: '/b4ck.jpg',
      genre_ids: [18],
      id: 9001,
      original_language: 'zh',
      original_title: '潮汐线',
      overview: '……',
      popularity: 12.5,
      poster_path: '/p0ster.jpg',
      release_date: '2022-05-20',
      title: '潮汐线',
      video: false,
      vote_average: 7.1,
      vote_count: 40,
    },
    { id: 9002, original_title: '潮汐线', title: '潮汐线', release_date: '1987-01-01', popularity: 1 },
  ],
  total_pages: 1,
  total_results: 2,
}
const details = {
  adult: false,
  id: 9001,
  imdb_id: 'tt9990001',
  original_title: 'Tideline',
  overview: '海边小城的一个夏天。',
  release_date: '2022-05-20',
  poster_path: '/p0ster.jpg',
  backdrop_path: null,
  genres: [
    { id: 18, name: '剧情' },
    { id: 10751, name: '家庭' },
  ],
  production_countries: [{ iso_3166_1: 'CN', name: 'China' }],
  runtime: 101,
  credits: {
    cast: [{ id: 1, name: '何某', character: '阿潮', order: 0, profile_path: null }],
    crew: [{ id: 2, name: '林某', job: 'Director', department: 'Directing' }],
  },
}
const server = createServer((request: IncomingMessage, response) => {
  const url = new URL(request.url ?? '/', 'http://local')
  requests.push({ url, authorization: request.headers.authorization })
  const json = (status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body))
  if (isDown) return json(500, { success: false, status_code: 11, status_message: 'Internal error' })
  if (url.searchParams.get('api_key') !== 'k'.repeat(32) && url.pathname.startsWith('/3/'))
    return json(401, {
      status_code: 7,
      status_message: 'Invalid API key: You must be granted a valid key.',
      success: false,
    })
  if (url.pathname === '/3/search/movie')
    return json(200, url.searchParams.get('query') === '潮汐线' ? search : { page: 1, results: [] })
  if (url.pathname === '/3/movie/9001') return json(200, details)
  if (url.pathname === '/t/p/w780/p0ster.jpg')
    return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(poster)
  return json(404, {
    success: false,
    status_code: 34,
    status_message: 'The resource you requested could not be found.',
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('no port')
const { port } = address
const origin = `http://127.0.0.1:${port}`
const env = {
  TMDB_KEY: 'k'.repeat(32),
  TMDB_API_URL: origin,
  TMDB_IMAGE_URL: `${origin}/t/p`,
  EGRESS_ALLOW: `127.0.0.1:${port}`,
}
const { station, platform, make, refreshLists } = await buildTestApp(env)
atFileEnd(async () => void server.close())

const importAll = (folder: string) =>
  station.operations.importFolder({
    folder,
    withLadder: false,
    signal: new AbortController().signal,
    report: () => undefined,
  })
let made = 0
const film = (folder: string, name: string) =>
  makeMedia(folder, { name, sec: 1, width: 160, height: 90, more: ['-metadata', `comment=${++made}`] })

async function detailOf(name: string) {
  await refreshLists()
  const filter = { area: '0', year: '0', genre: '0', letter: '0', vip: '0', lang: '0', page: 1, size: 50 }
  const { data } = await make(vodList, { ...filter, order: '最新', type: 2 })
  const id = vodList.reply.parse(data).list.find((card) => card.name === name)?.id ?? 0
  return vodDetail.reply.parse((await make(vodDetail, { type: 2, id })).data)
}

test('nothing is asked without a key, and a wrong setting is named', () => {
  const problems: string[] = []
  const report = (problem: string): void => void problems.push(problem)
  expect(readTmdbSettings({}, report)).toBeNull()
  expect(readTmdbSettings({ TMDB_KEY: 'k'.repeat(32) }, report)).toMatchObject({ apiUrl: 'https://api.themoviedb.org' })
  expect(problems).toEqual([])
  readTmdbSettings({ TMDB_KEY: 'a b', TMDB_API_URL: 'ftp://x' }, report)
  expect(problems).toHaveLength(2)
})

test('of equal names the year decides, and without a year there is no guess', () => {
  const { results } = SearchReply.parse(search)
  const asked = { name: '潮汐线', aliases: [], kind: 'film' as const }
  expect(chooseTitle(results, { ...asked, year: 2021 })?.id).toBe(9001)
  expect(chooseTitle(results, { ...asked, year: 1987 })?.id).toBe(9002)
  expect(chooseTitle(results, { ...asked, year: 2010 })).toBeNull()
  expect(chooseTitle(results, { ...asked, year: 0 })).toBeNull()
  expect(chooseTitle(results, { ...asked, name: '别的', year: 2022 })).toBeNull()
})

test('[M02] an import with a key describes new titles; what files say stays, and a provider that fails changes nothing', async () => {
  const folder = openFolder()
  await film(folder, '潮汐线 (2022)/潮汐线 (2022).mp4')
  makeFile(folder, '潮汐线 (2022)/潮汐线 (2022).nfo', '<movie><title>潮汐线</title><plot>我写的简介</plot></movie>')
  expect(await importAll(folder)).toMatchObject({ imported: 1, failed: 0 })
  const detail = await detailOf('潮汐线')
  expect(detail).toMatchObject({ intro: '我写的简介', genres: ['剧情', '家庭'], area: '内地', directors: ['林某'] })
  expect(detail).toMatchObject({
    actors: [{ name: '何某', role: '阿潮' }],
    latin: 'Tideline',
    premiere: '2022-05-20',
    year: 2022,
  })
  const { rows } = await platform.pool.query("select poster from title where name = '潮汐线'")
  const { dominant } = await sharp(`${platform.config.dataDir}/${rows[0]?.poster.replace('/media/', '')}`).stats()
  expect(dominant.g).toBeGreaterThan(dominant.r + 100)
  expect(requests.map(({ url }) => url.pathname)).toEqual(['/3/search/movie', '/3/movie/9001', '/t/p/w780/p0ster.jpg'])
  expect(requests[0]?.url.searchParams.get('language')).toBe('zh-CN')

  requests.length = 0
  await importAll(folder)
  expect(requests).toEqual([])

  isDown = true
  await film(folder, '无人知道 (2020).mp4')
  expect(await importAll(folder)).toMatchObject({ imported: 1, failed: 0 })
  expect((await detailOf('无人知道')).intro).toBe('')
  expect(requests.length).toBe(1)
})

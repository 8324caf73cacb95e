import type { Episode, TitleDetail } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLdText, breadcrumbData, websiteData, type SchemaContext } from './structured-data.ts'
import { keywordsOf, breadcrumbsOf, playbackData, titleData } from './title-data.ts'

const places: SchemaContext = {
  siteName: '云幕',
  address: (path) => `https://a.example${path}`,
  picture: (address) => `https://a.example${address}?w=960`,
}
const episode = (given: Partial<Episode> = {}): Episode => ({
  level: 1,
  name: '第1集',
  duration: 2700.4,
  vip: false,
  intro: 0,
  outro: 0,
  img: '/still.webp',
  state: 'ready',
  airAt: 1_790_000_000,
  ...given,
})
const title = (given: Partial<TitleDetail> = {}): TitleDetail => ({
  id: 5,
  pidId: 1,
  typeId: 1,
  typeName: '电视剧',
  name: '雾港',
  img: '/poster.webp',
  backdrop: '/backdrop.webp',
  thumb: '',
  remarks: '',
  score: 8.6,
  year: 2026,
  area: '内地',
  lang: '国语',
  genres: ['悬疑'],
  vip: false,
  locked: false,
  fresh: false,
  hits: 0,
  updatedAt: 1_790_000_000,
  focus: 0.5,
  ink: '#000000',
  latin: 'Fog Harbour',
  logo: '',
  alias: ['雾之港'],
  directors: ['林夏'],
  actors: [{ name: '周青', role: '守灯人' }],
  faces: [],
  extras: null,
  intro: '守灯人的故事',
  state: '连载',
  schedule: '',
  premiere: '2026-09-01',
  totalEpisodes: 24,
  seasons: [],
  sources: [{ id: 1, name: '本站', locked: false, episodes: [episode()] }],
  favourite: false,
  up: 0,
  upped: false,
  scoreCount: 12,
  related: [],
  ...given,
})

/** As a crawler parses it. */
const read = (described: object): Record<string, unknown> => JSON.parse(JSON.stringify(described))

test('[B19] no text of a title ends the block or is lost in it', () => {
  const hostile = ['</script><script>alert(1)</script>', '<!--', ']]>', '"\\', '\0\u2028\u2029', '\ud800', '${a}']
  for (const name of hostile) {
    const text = jsonLdText([{ name }])
    expect(text).not.toContain('<')
    expect(JSON.parse(text)['@graph']).toEqual([{ name }])
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
      const name = String.fromCharCode(...codes)
      const text = jsonLdText([{ name }])
      return !text.includes('<') && text.isWellFormed() && JSON.parse(text)['@graph'][0].name === name
    }),
  )
})

test('[B19] unknown properties are omitted', () => {
  const bare = read(
    titleData(
      title({
        alias: [],
        latin: '',
        intro: '',
        genres: [],
        area: '',
        premiere: '',
        year: 0,
        directors: [],
        actors: [],
        scoreCount: 0,
        score: 0,
        totalEpisodes: 0,
        sources: [],
      }),
      true,
      places,
    ),
  )
  expect(Object.keys(bare).toSorted()).toEqual(['@type', 'image', 'isAccessibleForFree', 'name', 'url'])
})

test('[B19] an episode that cannot be played has no video', () => {
  for (const state of ['coming', 'pending', 'broken'] as const) {
    const played = { detail: title(), episode: episode({ state }), isSeries: true, name: '雾港 第1集' }
    expect(read(playbackData(played, places))).not.toHaveProperty('video')
  }
})

test('[B19] a series lists its seasons, episodes and score, and where to watch it', () => {
  const seasons = [
    { id: 5, pidId: 1, name: '雾港' },
    { id: 6, pidId: 1, name: '雾港 第二季' },
  ]
  expect(read(titleData(title({ seasons }), true, places))).toMatchObject({
    '@type': 'TVSeries',
    url: 'https://a.example/details/1/5',
    alternateName: ['Fog Harbour', '雾之港'],
    image: ['https://a.example/backdrop.webp?w=960', 'https://a.example/poster.webp?w=960'],
    numberOfEpisodes: 24,
    numberOfSeasons: 2,
    containsSeason: [{ name: '雾港' }, { '@type': 'TVSeason', url: 'https://a.example/details/1/6' }],
    aggregateRating: { ratingValue: 8.6, ratingCount: 12, bestRating: 10 },
    potentialAction: { '@type': 'WatchAction', target: 'https://a.example/player/vod/1/5/1' },
  })
})

test('[B19] a film has its duration, an episode its series, and both the video', () => {
  expect(read(titleData(title(), false, places))).toMatchObject({ '@type': 'Movie', duration: 'PT2700S' })
  const played = { detail: title(), episode: episode(), name: '雾港 第1集' }
  const video = {
    '@type': 'VideoObject',
    name: '雾港 第1集',
    uploadDate: '2026-09-21T14:13:20.000Z',
    thumbnailUrl: ['https://a.example/still.webp?w=960'],
    duration: 'PT2700S',
  }
  expect(read(playbackData({ ...played, isSeries: false }, places))).toMatchObject({ '@type': 'Movie', video })
  expect(read(playbackData({ ...played, isSeries: true }, places))).toMatchObject({
    '@type': 'TVEpisode',
    episodeNumber: 1,
    partOfSeries: { name: '雾港', url: 'https://a.example/details/1/5' },
    video,
  })
})

test('[B19] the breadcrumbs of a title begin at home, and the site describes its search', () => {
  expect(breadcrumbData(breadcrumbsOf(title(), { id: 1, label: '电视剧' }), places)).toMatchObject({
    itemListElement: [
      { position: 1, name: '云幕', item: 'https://a.example/' },
      { position: 2, name: '电视剧', item: 'https://a.example/tabs/1' },
      { position: 3, name: '雾港', item: 'https://a.example/details/1/5' },
    ],
  })
  expect(websiteData(places)).toMatchObject({
    potentialAction: { target: { urlTemplate: 'https://a.example/search?q={word}' } },
  })
  expect(keywordsOf(title())).toBe('雾港,雾之港,电视剧,悬疑,内地,周青')
})

import { indexSearch, indexSearchKeywords, type SportsHit } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { looseLimitMs } from '../../../platform/caching/change-log.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../../catalog/index.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'

let t: TestApp
let nowSec: number
/** The reply cached before any team existed. */
let before: unknown
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '江海旧事' }), nowSec)
  t.events.announce(titlesChanged, { ids: [id] })
  before = await search('北屿')
  await t.station.matches.feed.take('test', linesOf(sampleLeague(nowSec)))
})

interface Asked {
  kind?: 'all' | 'vod' | 'live' | 'match'
  page?: number
  size?: number
  lang?: 's' | 't'
}
const search = async (q: string, { kind = 'all', page = 1, size = 20, lang = 's' }: Asked = {}) =>
  indexSearch.reply.parse((await t.make(indexSearch, { kind, q, order: '相关', page, size }, { lang })).data)
const suggest = async (q: string) => indexSearchKeywords.reply.parse((await t.make(indexSearchKeywords, { q })).data)

const wordOf = (hit: SportsHit): string => {
  if (hit.kind === 'team') return hit.team.name
  if (hit.kind === 'competition') return hit.competition.name
  return `${hit.match.state} ${hit.match.home.name}`
}
const wordsOf = (hits: readonly { kind: string }[]): string[] =>
  hits.filter((hit): hit is SportsHit => ['team', 'competition', 'match'].includes(hit.kind)).map(wordOf)

test('[C04] a word that names no team finds no matches, and pages beyond the end are empty', async () => {
  expect(before).toMatchObject({ list: [], sports: [], total: 0 })
  expect(await search('没有这支球队', { kind: 'match' })).toMatchObject({ list: [], total: 0 })
  expect(await search('北屿 没有', { kind: 'match' })).toMatchObject({ list: [], total: 0 })
  expect(await search('北屿', { kind: 'match', page: 900, size: 100 })).toMatchObject({ list: [], total: 3 })
  expect(await suggest('没有这支球队')).toEqual({ best: null, list: [], total: 0 })
})

test.each(['北屿', '北嶼', 'beiyu', 'byyh', '北屿远航'])(
  '[C04] [H01] %s finds the team, what it plays now and its last match',
  async (query) => {
    const { list, totals } = await search(query, { kind: 'match' })
    expect(wordsOf(list)).toEqual(['北屿远航', 'live 北屿远航', 'over 江海港务'])
    expect(totals).toMatchObject({ vod: 0, match: 3 })
    expect(list[0]).toMatchObject({ kind: 'team', team: { followed: false } })
  },
)

test('[C04] pages go on after the team, and a later page begins within the matches', async () => {
  expect(wordsOf((await search('北屿', { kind: 'match', size: 2 })).list)).toEqual(['北屿远航', 'live 北屿远航'])
  expect(wordsOf((await search('北屿', { kind: 'match', page: 2, size: 2 })).list)).toEqual(['over 江海港务'])
  expect(wordsOf((await search('北屿', { kind: 'match', page: 3, size: 1 })).list)).toEqual(['over 江海港务'])
})

test('[C04] [H01] a competition finds its coming matches before its results', async () => {
  expect(wordsOf((await search('huanhailiansai', { kind: 'match' })).list)).toEqual([
    '环海联赛',
    'live 北屿远航',
    'upcoming 朔北苍狼',
    'over 江海港务',
  ])
})

test('[C04] [H01] two teams find their meetings, in both scripts', async () => {
  const { list } = await search('江海 北屿', { kind: 'match' })
  expect(wordsOf(list)).toEqual(['江海港务', '北屿远航', 'live 北屿远航', 'over 江海港务'])
  expect(wordsOf((await search('朔北 江海', { kind: 'match' })).list)).toEqual(['朔北苍狼', '江海港务'])
  expect(wordsOf((await search('環海聯賽 蜀道', { kind: 'match', lang: 't' })).list)).toEqual([
    '環海聯賽',
    '蜀道熊羆',
    'upcoming 朔北蒼狼',
  ])
})

test('[C04] matches stand beside titles on the first page and are no part of their list', async () => {
  const { list, sports, totals } = await search('江海')
  expect(list).toMatchObject([{ kind: 'vod', title: { name: '江海旧事' } }])
  expect(wordsOf(sports)).toEqual(['江海港务', 'live 北屿远航', 'over 江海港务'])
  expect(totals).toMatchObject({ all: 4, vod: 1, match: 3 })
  expect((await search('江海', { page: 2 })).sports).toEqual([])
  // A part of a name is too little to stand beside titles.
  expect(await search('港务')).toMatchObject({ sports: [], totals: { match: 3 } })
})

test('[C02] a team is suggested behind titles, its whole name before them, and two teams suggest their match', async () => {
  const team = { kind: 'team', text: '江海港务', remark: '足球球队', marks: [[0, 2]] }
  const behind = await suggest('江海')
  expect([behind.best?.title.name, behind.list]).toMatchObject(['江海旧事', [team]])
  expect((await suggest('江海港务')).list[0]).toMatchObject({ kind: 'team', marks: [[0, 4]] })
  expect((await suggest('江海 北屿')).list[0]).toMatchObject({ kind: 'match', text: '北屿远航 对 江海港务' })
  expect((await suggest('huanhai')).list).toMatchObject([{ kind: 'competition', remark: '足球赛事' }])
})

test('[C04] a renamed team is found by its new name alone, also by whoever searched before', async () => {
  const rename = (name: string, seq: number) =>
    t.station.matches.feed.take('test', linesOf([{ record: 'team', id: 'shudao', sport: 'football', name, seq }]))
  expect((await search('蜀道', { kind: 'match' })).total).toBe(2)
  await rename('锦官熊罴', 1)
  expect((await search('蜀道', { kind: 'match' })).total).toBe(0)
  expect(wordsOf((await search('jinguan', { kind: 'match' })).list)[0]).toBe('锦官熊罴')
  await rename('蜀道熊罴', 2)
})

test('[C04] a match that begins moves up within two seconds', async () => {
  expect(wordsOf((await search('朔北', { kind: 'match' })).list)).toEqual(['朔北苍狼', 'upcoming 朔北苍狼'])
  const start = { type: 'start', id: 'h1', wallMs: nowSec * 1000, period: 'h1' } as const
  await t.station.matches.feed.take('test', linesOf([{ record: 'event', match: 'next', event: start }]))
  t.clock.set(t.clock.nowMs() + looseLimitMs + 1)
  expect(wordsOf((await search('朔北', { kind: 'match' })).list)).toEqual(['朔北苍狼', 'live 朔北苍狼'])
})

test('[C04] [H01] nothing of sports is found while they are hidden', async () => {
  await t.station.site.write({ live_live: false })
  expect(await search('江海')).toMatchObject({ sports: [], totals: { match: 0 } })
  expect(await search('江海', { kind: 'match' })).toMatchObject({ list: [], total: 0 })
  expect((await suggest('huanhai')).list).toEqual([])
  await t.station.site.write({ live_live: true })
  expect((await search('江海')).totals.match).toBe(3)
})

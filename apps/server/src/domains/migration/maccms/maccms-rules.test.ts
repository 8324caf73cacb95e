import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maccmsTables } from '../../../testing/maccms.ts'
import { isMeaningful } from '../row-values.ts'
import { matchCategories } from './category-rules.ts'
import { readTitle } from './title-rules.ts'

const categories = new Map([[6, { pidId: 2, typeId: 21 }]])
const film = {
  vod_id: '12',
  type_id: '6',
  vod_name: '雾港来信',
  vod_status: '1',
  vod_play_from: 'a$$$a$$$b',
  vod_play_url: '正片$//v.example/1.m3u8$$$正片$https://w.example/1.m3u8$$$',
}

test.each([
  [{ vod_status: '0' }, 'unpublished'],
  [{ vod_recycle_time: '1700000000' }, 'unpublished'],
  [{ vod_name: ' \t' }, 'noName'],
  [{ type_id: '99' }, 'noCategory'],
])('[M02] a title with %j is not taken: %s', (change, reason) => {
  expect(readTitle({ ...film, ...change }, categories)).toBe(reason)
})

test('[M02] groups of the same player are sources of their own, and empty ones keep their numbers', () => {
  const read = readTitle(film, categories)
  expect(read).toMatchObject({
    urls: ['//v.example/1.m3u8', 'https://w.example/1.m3u8'],
    groups: [
      { position: 1, first: 0 },
      { position: 2, first: 1 },
    ],
    title: {
      origin: 'maccms:12',
      pidId: 2,
      typeId: 21,
      letter: 'W',
      episodes: [
        { source: 'a', sourcePosition: 1, level: 1 },
        { source: 'a2', sourcePosition: 2, level: 1 },
      ],
    },
  })
})

test.each([
  [{ vod_score_num: '10', vod_score_all: '85' }, 850, 10],
  [{ vod_score_num: '2', vod_score_all: '900' }, 200, 2],
  [{ vod_score: '7.5' }, 75, 1],
  [{ vod_score: '0.0' }, 0, 0],
])('[M02] scores %j are %i tenths of %i', (change, scoreSum, scoreCount) => {
  expect(readTitle({ ...film, ...change }, categories)).toMatchObject({ title: { scoreSum, scoreCount } })
})

test('[M02] no row of a title is too strange to be read', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('1', '6', '-1', '1e99', '第1集$http://a/b#$#'),
  )
  const columns = Object.keys(maccmsTables['vod'] ?? {})
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...columns), value), (row) => {
      const read = readTitle({ ...film, ...row }, categories)
      if (typeof read === 'string') return
      expect(read.title.name).not.toBe('')
      expect(read.urls).toHaveLength(read.title.episodes.length)
      expect(read.title.year).toBeLessThanOrEqual(2100)
    }),
  )
})

test('[M02] categories keep what they were matched with, children go below their parents', () => {
  const own = [
    { id: 2, pid: 0, name: '电影', typeEn: 'dianying' },
    { id: 21, pid: 2, name: '动作片', typeEn: 'dongzuopian' },
  ]
  const row = (type_id: string, type_name: string, type_pid = '0', type_en = '') => ({
    type_id,
    type_name,
    type_pid,
    type_en,
    type_mid: '1',
  })
  const rows = [
    row('9', '動作片', '1'),
    row('1', '电影'),
    row('10', '微电影', '1', '!?'),
    row('11', '戏曲', '77', 'xiqu'),
  ]
  const { matched, added } = matchCategories(rows, own, new Map([[11, null]]))
  expect(matched.map(({ oldId, id }) => [oldId, id])).toEqual([
    [9, 21],
    [1, 2],
    [10, 1001],
    [11, 1000],
  ])
  expect(added).toEqual([
    { id: 1000, pid: 0, name: '戏曲', typeEn: 'xiqu' },
    { id: 1001, pid: 2, name: '微电影', typeEn: 'type10' },
  ])
  const again = matchCategories(
    rows,
    [...own, ...added].map((one) => ({ ...one, name: `${one.name}改` })),
    new Map(matched.map(({ oldId, id }) => [oldId, id])),
  )
  expect([again.added, again.matched.map(({ id }) => id)]).toEqual([[], matched.map(({ id }) => id)])
})

test('defaults of columns hold nothing', () => {
  for (const empty of [null, undefined, '', ' ', '0', '0.0', '0.00', '{}', '[]', '0000-00-00 00:00:00'])
    expect(isMeaningful(empty)).toBe(false)
  for (const given of ['1', '0.5', 'a', '{"a":1}']) expect(isMeaningful(given)).toBe(true)
})

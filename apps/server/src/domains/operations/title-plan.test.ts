import { readMediaName } from '@yunmu/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProgressEstimator } from './progress-estimator.ts'
import { shownName } from './shown-name.ts'
import { episodeName, remarksOf } from './episode-level-rules.ts'
import { planTitles, seasonName, sourcePosition, type NamedFile, type Slot } from './title-plan.ts'

const named = (paths: readonly string[]): NamedFile[] =>
  paths.map((path) => ({ path, name: readMediaName(path), slot: null }))
const plan = (paths: readonly string[], taken: readonly Slot[] = []) => [...planTitles(named(paths), taken).values()]
const places = (paths: readonly string[], taken: readonly Slot[] = []) =>
  plan(paths, taken).map(({ titleName, source, level }) => `${titleName} ${source} ${level}`)

test('episodes of one series with differently written names become one title', () => {
  const planned = plan(['剧名.S01E01.mkv', '剧名 第02集.mp4', '劇名 第03話.mp4', '剧名/Season 1/E04.mkv'])
  expect(new Set(planned.map(({ origin }) => origin)).size).toBe(1)
  expect(planned.map(({ level, episodeName: name }) => [level, name])).toEqual([
    [1, '第1集'],
    [2, '第2集'],
    [3, '第3集'],
    [4, '第4集'],
  ])
})

test('each season is its own title, and all seasons share the series', () => {
  const planned = plan(['剧名.S01E01.mkv', '剧名.S02E01.mkv', '剧名 SP1.mkv'])
  expect(planned.map(({ titleName, series, season }) => [titleName, series, season])).toEqual([
    ['剧名', '剧名', 1],
    ['剧名 第二季', '剧名', 2],
    ['剧名 特别篇', '剧名', 0],
  ])
})

test.each([
  [2, '剧 第二季'],
  [10, '剧 第十季'],
  [12, '剧 第十二季'],
  [20, '剧 第二十季'],
  [34, '剧 第三十四季'],
  [100, '剧 第100季'],
])('season %d is named %s', (season, name) => {
  expect(seasonName('剧', season)).toBe(name)
})

test('a second file of the same film or episode is another source', () => {
  expect(places(['片名 (2024).1080p.mkv', '片名 (2024).2160p.mkv'])).toEqual(['片名 本站 1', '片名 4K 1'])
  expect(sourcePosition('本站')).toBe(1)
  expect(sourcePosition('本站2')).toBe(2)
})

test('parts of a film become its episodes', () => {
  expect(plan(['片名 上.mp4', '片名 下.mp4']).map(({ level, episodeName: name }) => [level, name])).toEqual([
    [1, '上集'],
    [3, '下集'],
  ])
})

test('parts of an episode are episodes of their own, in order, and differ from a second line', () => {
  const planned = plan(['剧 第1期下.mp4', '剧 第1期上.mp4', '剧 第2期.mp4', '剧 第10期上.mp4', '剧 第1期上.1080p.mkv'])
  expect(planned.map(({ episodeName: name, source, level }) => [name, source, level])).toEqual([
    ['第1期下', '本站', 1_000_013],
    ['第1期上', '本站', 1_000_011],
    ['第2期', '本站', 1_000_020],
    ['第10期上', '本站', 1_000_101],
    ['第1期上', '1080P', 1_000_011],
  ])
  expect(new Set(planned.map(({ origin }) => origin)).size).toBe(1)
})

test('extras and trailers belong to the title of their name and are no episodes', () => {
  const planned = plan([
    '剧.S01E01.mkv',
    '剧.S02E01.mkv',
    '剧 第二季 预告.mp4',
    '剧 花絮1.mp4',
    '剧/花絮/导演.mp4',
    '别的剧 花絮1.mp4',
  ])
  expect(planned.map(({ titleName, episodeName: name, isExtra }) => [titleName, name, isExtra])).toEqual([
    ['剧', '第1集', false],
    ['剧 第二季', '第1集', false],
    ['剧 第二季', '预告', true],
    ['剧', '花絮1', true],
    ['剧', '花絮：导演', true],
    ['别的剧', '花絮1', true],
  ])
  expect(new Set(planned.map(({ origin }) => origin)).size).toBe(3)
  expect(planned.filter(({ isExtra }) => isExtra).every(({ level }) => level > 2_000_000_000)).toBe(true)
})

test('an extra that comes later finds the title that was imported before', () => {
  const before = plan(['剧.S01E01.mkv', '剧 预告.mp4'])
  const [later] = plan(['剧 预告2.mp4'], before)
  expect(later).toMatchObject({ origin: before[0]?.origin, level: 2_000_000_002 })
})

test('names in other scripts are collected for the title', () => {
  const [one] = plan(['繁花.Blossoms.Shanghai.S01E01.mkv', '繁花 第02集.mp4'])
  expect(one?.aliases).toEqual(['Blossoms Shanghai'])
})

test('titles with equal names and different years are remakes; with a single stated year all belong together', () => {
  const remakes = plan(['剧名 (2003)/01.mkv', '剧名 (2019)/01.mkv'])
  expect(new Set(remakes.map(({ origin }) => origin)).size).toBe(2)
  expect(remakes.map(({ year }) => year)).toEqual([2003, 2019])
  const one = plan(['剧名.2024.S01E01.mkv', '剧名.S01E02.mkv'])
  expect(new Set(one.map(({ origin }) => origin)).size).toBe(1)
  expect(one.map(({ year }) => year)).toEqual([2024, 2024])
})

test('a title that was imported without a year is found by a file that states the year, and vice versa', () => {
  for (const [first, second] of [
    ['剧名.S01E01.mkv', '剧名.2024.S01E02.mkv'],
    ['剧名.2024.S01E01.mkv', '剧名.S01E02.mkv'],
  ] as const) {
    const before = plan([first])
    const [later] = plan([second], before)
    expect(later?.origin).toBe(before[0]?.origin)
    expect(later?.year).toBe(2024)
  }
})

test('a file that has an episode keeps it, whatever files are added', () => {
  const [first] = plan(['b/片名.mkv'])
  const slot = first ?? null
  const files = [...named(['a/片名.mkv']), { path: 'b/片名.mkv', name: readMediaName('b/片名.mkv'), slot }]
  const planned = planTitles(files, slot ? [slot] : [])
  expect(planned.get('b/片名.mkv')?.source).toBe('本站')
  expect(planned.get('a/片名.mkv')?.source).toBe('本站2')
})

test('no two files share an episode, and a second plan with all of them taken changes nothing', () => {
  const path = fc
    .tuple(
      fc.constantFrom('甲', '乙', 'Show'),
      fc.constantFrom('', ' (2003)', ' (2019)'),
      fc.constantFrom('', ' 第01集', '.S02E01', ' 上'),
      fc.nat(3),
    )
    .map(([title, year, mark, copy]) => `${copy}/${title}${year}${mark}.mkv`)
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const planned = planTitles(named(paths), [])
      const all = [...planned.values()]
      expect(new Set(all.map(({ origin, source, level }) => JSON.stringify([origin, source, level]))).size).toBe(
        all.length,
      )
      const known = named(paths).map((file) => ({ ...file, slot: planned.get(file.path) ?? null }))
      const again = planTitles(known, all)
      for (const [file, { origin, source, level }] of planned)
        expect(again.get(file)).toMatchObject({ origin, source, level })
    }),
  )
})

test('the remarks on the poster state the latest episode of a series or the resolution of a film', () => {
  expect(remarksOf('episode', new Set([1, 12]), 1080)).toBe('更新至12集')
  expect(remarksOf('episode', new Set([20240424, 20240501]), 1080)).toBe('更新至20240501期')
  expect(remarksOf('episode', new Set([1]), 1080)).toBe('更新至1集')
  expect(remarksOf('episode', new Set([3]), 1080)).toBe('第3集')
  expect(remarksOf('episode', new Set([20240501]), 1080)).toBe('20240501期')
  expect(remarksOf('film', new Set([1]), 1080)).toBe('1080P')
  expect(remarksOf('film', new Set([1]), 2160)).toBe('4K')
  expect(episodeName(readMediaName('剧名 20240501期.mp4'), 20240501)).toBe('20240501期')
  expect(remarksOf('episode', new Set([1_000_011, 1_000_013, 1_000_021]), 1080)).toBe('更新至第2期')
  expect(remarksOf('episode', new Set([202_404_241, 202_404_243]), 1080)).toBe('更新至20240424期')
})

test('a name is shown on one line, with control and direction characters escaped and its middle omitted', () => {
  expect(shownName('a\n\u001b[31m\u202eb')).toBe('a\\u{a}\\u{1b}[31m\\u{202e}b')
  expect(shownName('长'.repeat(10_000)).length).toBeLessThan(210)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(shownName(name)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
    }),
  )
})

test('the remaining time follows from the speed so far, and is not estimated too early', () => {
  const estimator = createProgressEstimator(100, 0)
  expect(estimator.at(0.1, 60_000).leftSec).toBeNull()
  expect(estimator.at(50, 1000).leftSec).toBeNull()
  expect(estimator.at(25, 10_000)).toEqual({ share: 0.25, leftSec: 30 })
  expect(estimator.at(200, 10_000)).toEqual({ share: 1, leftSec: 0 })
  expect(createProgressEstimator(0, 0).at(0, 0).share).toBe(1)
})

import { isKind, isPaletteName } from '@yunmu/artwork'
import { expect, test } from 'vitest'
import { bannerSlugs, featurePlate, programme } from './programme.ts'

const topOf = (typeId: number): number => Math.floor(typeId / 10)
const titled = programme.map((title) => [title.name, title] as const)

test('slugs and names are unique, and about sixty titles fill every category', () => {
  expect(new Set(programme.map(({ slug }) => slug)).size).toBe(programme.length)
  expect(new Set(programme.map(({ name }) => name)).size).toBe(programme.length)
  expect(programme.length).toBeGreaterThanOrEqual(58)
  expect([...new Set(programme.map(({ typeId }) => topOf(typeId)))].toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ])
})

test.each(titled)('%s has a useful intro, people, a score and something to play', (_name, title) => {
  const { intro, directors, cast = {}, crew = {}, score, scored, release, year, plays } = title
  expect([...intro].length).toBeGreaterThanOrEqual(40)
  expect([...intro].length).toBeLessThanOrEqual(160)
  expect(intro).toMatch(/[。？！]$/u)
  expect(directors.length).toBeGreaterThan(0)
  expect(Object.keys({ ...cast, ...crew }).length).toBeGreaterThan(0)
  expect(score).toBeGreaterThan(0)
  expect(score).toBeLessThanOrEqual(10)
  expect(Number.isInteger(score * 10 + Number.EPSILON) || Math.abs(score * 10 - Math.round(score * 10)) < 1e-9).toBe(
    true,
  )
  expect(scored).toBeGreaterThan(0)
  expect(plays).toBeGreaterThan(0)
  expect(year).toBeGreaterThanOrEqual(1987)
  if (release.form === 'series') {
    expect(release.airing?.aired ?? 0).toBeLessThan(release.total)
    expect(release.names?.length ?? 0).toBeLessThanOrEqual(release.total)
    expect(release.airing ?? title.premiere).toBeDefined()
  }
  if (release.form === 'issues') expect(release.coming > 0 || title.premiere !== undefined).toBe(true)
})

test('artwork is drawn in kinds and palettes that exist', () => {
  for (const { art, name } of programme) {
    expect(isKind(art.kind), name).toBe(true)
    expect(isPaletteName(art.palette), name).toBe(true)
  }
})

/** Titles of a category that the home page shows. */
const homeCount = 16
/** Posters that are seen at once in a row of a usual screen. */
const seenAtOnce = 8

test('no composition is used twice in a row of the home page, in what is seen of two rows, or among the banners', () => {
  const rows = [1, 2, 3, 4, 5, 6, 7].map((id) =>
    programme.filter(({ typeId }) => topOf(typeId) === id).slice(0, homeCount),
  )
  for (const [at, row] of rows.entries()) {
    expect(repeated(row.map(({ art }) => art.kind))).toEqual([])
    const seen = [...row.slice(0, seenAtOnce), ...(rows[at + 1] ?? []).slice(0, seenAtOnce)]
    expect(repeated(seen.map(({ art }) => art.kind))).toEqual([])
  }
  const banners = bannerSlugs.map((slug) => programme.find((title) => title.slug === slug)?.art)
  expect(repeated(banners.map((art) => art?.wide ?? art?.kind))).toEqual([])
})

const repeated = (items: readonly unknown[]): unknown[] => items.filter((item, at) => items.indexOf(item) !== at)

test('the banners and the plate show titles of the programme, 雾港来信 first', () => {
  const slugs = programme.map(({ slug }) => slug)
  expect(bannerSlugs).toHaveLength(6)
  expect(slugs).toEqual(expect.arrayContaining([...bannerSlugs, featurePlate.picture]))
  expect(programme.find(({ slug }) => slug === bannerSlugs[0])?.name).toBe('雾港来信')
})

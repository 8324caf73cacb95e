import { isKind, isPaletteName } from '@yunmu/artwork'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { bannerSlugs, featurePlate, programme } from './index.ts'

const { pool } = await createTestDatabase()
const { rows: categories } = await pool.query<{ id: number; areas: string[]; genres: string[]; langs: string[] }>(
  'select id, areas, genres, langs from category',
)
const categoryOf = (id: number) => categories.find((category) => category.id === id)
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

test.each(titled)('%s is found by the words of its category', (_name, { typeId, genres, area, lang }) => {
  const top = categoryOf(topOf(typeId))
  expect(categoryOf(typeId)).toBeDefined()
  expect(top?.genres).toEqual(expect.arrayContaining([...genres]))
  expect(genres.length).toBeGreaterThan(0)
  expect(top?.areas).toContain(area)
  expect(top?.langs).toContain(lang)
})

test.each(titled)('%s has an intro worth reading, people, a score and something to play', (_name, title) => {
  const { intro, directors, cast = {}, crew = {}, score, scored, run, year, plays } = title
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
  if (run.form === 'series') {
    expect(run.airing?.aired ?? 0).toBeLessThan(run.total)
    expect(run.names?.length ?? 0).toBeLessThanOrEqual(run.total)
    expect(run.airing ?? title.premiere).toBeDefined()
  }
  if (run.form === 'issues') expect(run.coming > 0 || title.premiere !== undefined).toBe(true)
})

test('artwork is drawn in kinds and palettes that exist, and neighbours in a row never share a kind', () => {
  for (const { art, name } of programme) {
    expect(isKind(art.kind), name).toBe(true)
    expect(isPaletteName(art.palette), name).toBe(true)
  }
  for (const [at, { name, typeId, art }] of programme.entries()) {
    const next = programme[at + 1]
    if (next && topOf(next.typeId) === topOf(typeId)) expect(next.art.kind, `${name} ${next.name}`).not.toBe(art.kind)
  }
})

test('the banners and the plate show titles of the programme, 雾港来信 first', () => {
  const slugs = programme.map(({ slug }) => slug)
  expect(bannerSlugs).toHaveLength(6)
  expect(slugs).toEqual(expect.arrayContaining([...bannerSlugs, featurePlate.picture]))
  expect(programme.find(({ slug }) => slug === bannerSlugs[0])?.name).toBe('雾港来信')
})

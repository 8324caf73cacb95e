import { programme } from '@yunmu/demo'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'

const { pool } = await createTestDatabase()
const { rows: categories } = await pool.query<{ id: number; areas: string[]; genres: string[]; langs: string[] }>(
  'select id, areas, genres, langs from category',
)
const categoryOf = (id: number) => categories.find((category) => category.id === id)
const titled = programme.map((title) => [title.name, title] as const)

test.each(titled)(
  '%s uses the genres, areas and languages of its category',
  (_name, { typeId, genres, area, lang }) => {
    const top = categoryOf(Math.floor(typeId / 10))
    expect(categoryOf(typeId)).toBeDefined()
    expect(top?.genres).toEqual(expect.arrayContaining([...genres]))
    expect(genres.length).toBeGreaterThan(0)
    expect(top?.areas).toContain(area)
    expect(top?.langs).toContain(lang)
  },
)

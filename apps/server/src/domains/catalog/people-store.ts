import { sql, type Kysely } from 'kysely'
import { isForMinors } from '../../platform/audience.ts'
import type { CatalogTables } from './catalog-tables.ts'

/** The people of a title. */
export interface CreditedTitle {
  id: number
  directors: string[]
  actors: { name: string; role: string }[]
}

export interface PeopleStore {
  /** Visible titles that a person directed or acted in, for the audience, the newest first. */
  worksOf(name: string, limit: number): Promise<CreditedTitle[]>
  /** People, genres and categories of visible titles, in the order of the ids. */
  featuresOf(ids: readonly number[]): Promise<(CreditedTitle & { pidId: number; genres: string[] })[]>
  /** The people with the most visible works, by name. */
  names(limit: number): Promise<string[]>
}

export function createPeopleStore(db: Kysely<CatalogTables>): PeopleStore {
  return {
    async worksOf(name, limit) {
      const { rows } = await sql<CreditedTitle>`
        select title.id, directors, actors from title
        join title_listing on title_listing.title_id = title.id
        where (directors @> ${[name]}::text[] or actors @> ${JSON.stringify([{ name }])}::jsonb)
          and (not title.adult or ${!isForMinors()})
        order by title.year desc, title_listing.hits desc, title.id desc
        limit ${limit}
      `.execute(db)
      return rows
    },

    async featuresOf(ids) {
      const { rows } = await sql<CreditedTitle & { pidId: number; genres: string[] }>`
        select title.id, directors, actors, title.pid_id as "pidId", genres from title
        join title_listing on title_listing.title_id = title.id
        where title.id = any(${[...ids]}::int[])
        order by array_position(${[...ids]}::int[], title.id)
      `.execute(db)
      return rows
    },

    async names(limit) {
      const { rows } = await sql<{ name: string }>`
        select person.name from title
        join title_listing on title_listing.title_id = title.id
        cross join lateral (
          select unnest(directors) as name union select actor ->> 'name' from jsonb_array_elements(actors) as actor
        ) as person
        where person.name <> ''
        group by person.name order by count(*) desc, person.name limit ${limit}
      `.execute(db)
      return rows.map(({ name }) => name)
    },
  }
}

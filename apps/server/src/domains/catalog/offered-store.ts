import { sql, type RawBuilder } from 'kysely'

/** A query condition on `title`: visitors may see it, if they may see its category. */
export const isOffered: RawBuilder<boolean> = sql<boolean>`
  (title.published and title.deleted_sec is null and title.merged_into is null)`

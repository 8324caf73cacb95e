import type { Generated } from 'kysely'

/**
 * `adding` until everything is written, so that an interrupted seeding is resumed; `removed` for ever, so that a
 * programme that the operator removed is not seeded again.
 */
export type DemoState = 'adding' | 'added' | 'removed'

/** The tables of this domain. */
export type DemoTables = {
  demo_programme: { id: Generated<boolean>; state: DemoState }
  demo_film: { name: string; asset_id: number }
}

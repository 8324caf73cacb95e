import type { Generated } from 'kysely'

/**
 * `adding` until everything is written, so that a start which was cut short is taken up again; `removed` for ever, so
 * that what the operator took away does not come back by itself.
 */
export type DemoState = 'adding' | 'added' | 'removed'

/** The tables that this domain alone reads and writes. */
export type DemoTables = {
  demo_programme: { id: Generated<boolean>; state: DemoState }
  demo_film: { name: string; asset_id: number }
}

import type pg from 'pg'
import type { Config } from './config.ts'
import type { RunProgress } from './domains/collection/index.ts'

/** What the thread of a collection run is started with. */
export interface CollectionRequest {
  runId: number
  config: Config
  connection: pg.PoolConfig
}

/** What the thread sends while it runs. It ends by itself when the run has ended. */
export type CollectionMessage = { type: 'progress'; progress: RunProgress } | { type: 'done' }

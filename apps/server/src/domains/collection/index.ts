import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { collectionExchange } from './collection-exchange.ts'
import type { CollectionNeeds, CollectionPlatform } from './collection-needs.ts'
import type { CollectionParts } from './collection-parts.ts'
import type { CollectionTables } from './collection-tables.ts'
import { createItemStore } from './item-store.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { createManager, type CollectionManager } from './manager.ts'
import { createRunStore } from './run-store.ts'
import { createRunner, type Runner } from './runner.ts'
import { createSourceDecisions } from './source-decisions.ts'
import { createSourceStore } from './source-store.ts'

/** What this domain offers to the application. */
export interface Collection {
  manager: CollectionManager
  runner: Runner
  readonly module: DomainModule
}

const runJob = defineJob('collection.run', z.object({ runId: z.int() }))
/** Of each source, whatever their age. */
const leastRuns = 30
const daySec = 24 * 3600

/** Collection sources: other stations' lists of titles, read on a timetable. */
export function createCollection(platform: CollectionPlatform, needs: CollectionNeeds): Collection {
  const { clock, egress, jobs, log } = platform
  const db = platform.db.withTables<CollectionTables>()
  const parts: CollectionParts = {
    db,
    needs,
    egress,
    log,
    clock,
    sources: createSourceStore(db),
    items: createItemStore(db),
    runs: createRunStore(db),
    nowSec: () => nowSec(clock),
    inTransaction: (work) => platform.db.transaction().execute(work),
  }
  const runner = createRunner(parts)
  const decisions = createSourceDecisions(parts)
  const enqueue = (runId: number): Promise<void> =>
    // One source after another: each waits for the network and writes alone anyway.
    jobs.enqueue(runJob, { runId }, { key: String(runId), queue: 'collection' })

  /** Begins runs that are due, and continues those whose process died. */
  const runDue = async (): Promise<void> => {
    for (const { id } of await parts.runs.unfinished()) await enqueue(id)
    for (const source of await parts.sources.due(parts.nowSec())) {
      const { run } = await runner.begin(source, 'apply')
      await enqueue(run.id)
    }
  }

  return {
    manager: createManager(parts, decisions),
    runner,
    module: {
      name: 'collection',
      exchange: collectionExchange,
      undoable: decisions.undoable,
      jobs: [
        jobHandler(runJob, async ({ runId }, { signal }) => {
          if ((await parts.runs.find(runId)) === null) return
          // Requests of visitors do not wait for it.
          const { id, state, problem, counts } = await runner.executeApart(runId, { signal })
          if (state === 'failed') log.warn({ run: id, problem }, 'a source was not collected')
          else log.info({ run: id, state, counts }, 'a collection run ended')
        }),
      ],
      schedules: [
        {
          name: 'collection.fetchPictures',
          everyMinutes: 5,
          run: async ({ signal }) => void (await fetchPictures(parts, signal)),
        },
        { name: 'collection.runDue', everyMinutes: 5, firstRunAfterMs: 30_000, run: runDue },
        {
          name: 'collection.removeOldRuns',
          everyMinutes: 24 * 60,
          run: async () => void (await parts.runs.removeOld(parts.nowSec() - 30 * daySec, leastRuns)),
        },
      ],
    },
  }
}

export { overwritable } from './compare-rules.ts'
export { UnreadableSourceError } from './fetch-page.ts'
export { createPictureStore } from './picture-store.ts'
export type { CollectionNeeds, CollectionPlatform } from './collection-needs.ts'
export type { CollectionManager, ListedSource } from './manager.ts'
export type { ListedDoubt } from './queue.ts'
export type { RunExample, RunCounts, RunProgress, FieldChange, LineChange } from './run-rules.ts'
export type { RunRow } from './run-store.ts'
export type { Runner } from './runner.ts'
export type { CollectionSourceRow } from './source-store.ts'

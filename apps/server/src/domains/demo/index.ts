import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { updateChannels } from './update-channels.ts'
import type { DemoNeeds } from './demo-needs.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { pendingFilmCount, makeFilms, missingFilms } from './make-films.ts'
import { seedDanmaku } from './seed-danmaku.ts'
import { seedProgramme } from './seed-programme.ts'
import { removeProgramme } from './remove-programme.ts'

const filmsJob = defineJob('demo.makeFilms', z.object({}))

/** Seeds and removes the demonstration programme of `@yunmu/demo`. */
export interface Demo {
  /**
   * Called at every start. Seeds an empty station if `enabled`, and finishes a seeding or removal that was interrupted.
   * A programme that the operator removed stays removed.
   */
  reconcile(options: { enabled: boolean }): Promise<void>
  /** Number of films that will be made; 0 without ffmpeg. */
  pendingFilmCount(): Promise<number>
  /** Seeds the programme. Returns false if it was there already. */
  add(): Promise<boolean>
  /** Removes the programme permanently. Returns the number of titles. */
  remove(): Promise<number>
  readonly module: DomainModule
}

export function createDemo(db: Kysely<DemoTables>, needs: DemoNeeds): Demo {
  const store = createDemoStore(db)
  const parts = { store, ...needs }
  const { jobs } = needs
  const updateSchedule = (options: { replan: boolean }): Promise<void> =>
    store.withLock(async () => {
      if ((await store.state()) === 'added') await updateChannels(parts, options)
    })

  const enqueueFilms = async (): Promise<void> => {
    if ((await missingFilms(parts)).length > 0) await jobs.enqueue(filmsJob, {}, { key: 'all' })
  }

  const seed = async (): Promise<void> => {
    await store.setState('adding')
    await seedProgramme(parts, Math.floor(needs.clock.nowMs() / 1000))
    await updateChannels(parts, { replan: false })
    await seedDanmaku(parts)
    await store.setState('added')
    await enqueueFilms()
  }

  const reconcile: Demo['reconcile'] = async ({ enabled }) => {
    const state = await store.state()
    if (state === 'added') {
      await updateSchedule({ replan: false })
      return enqueueFilms()
    }
    if (state === null && !enabled) return
    await store.withLock(async () => {
      const now = await store.state()
      if (now === 'removed') await removeProgramme(parts)
      else if (now === 'adding' || (now === null && (await needs.catalog.isEmpty()))) await seed()
    })
  }

  return {
    reconcile,

    pendingFilmCount: () => pendingFilmCount(parts),

    add: () =>
      store.withLock(async () => {
        const isNew = (await store.state()) !== 'added'
        await seed()
        return isNew
      }),

    remove: () =>
      store.withLock(async () => {
        await store.setState('removed')
        return removeProgramme(parts)
      }),

    module: {
      name: 'demo',
      start: () => reconcile({ enabled: needs.enabled }),
      jobs: [
        jobHandler(filmsJob, (_payload, { signal }) =>
          makeFilms(parts, signal, () => updateSchedule({ replan: true })),
        ),
      ],
      schedules: [{ name: 'demo.extendChannels', everyMinutes: 60, run: () => updateSchedule({ replan: false }) }],
    },
  }
}

export type { DemoNeeds, DemoTables }

import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { keepChannels } from './channels/keep-channels.ts'
import type { DemoNeeds } from './demo-needs.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { filmsToMake, makeFilms, missingFilms } from './films/make-films.ts'
import { putDanmaku } from './put-danmaku.ts'
import { putProgramme } from './put-programme.ts'
import { removeProgramme } from './remove-programme.ts'

const filmsJob = defineJob('demo.makeFilms', z.object({}))

/** The demonstration programme: invented titles, and films made from the product's own artwork. */
export interface Demo {
  /**
   * To be called at every start: fills an empty station where that is wanted, and finishes what a process that was
   * killed left half done. What the operator removed does not come back.
   */
  settle(options: { wanted: boolean }): Promise<void>
  /** Plans what its channels show in the days to come: every hour. */
  extendChannels(): Promise<void>
  /** How many of its films are on their way. */
  filmsToMake(): Promise<number>
  /** Puts the programme up. Returns whether it was not there before. */
  add(): Promise<boolean>
  /** Takes the programme away for good. Returns how many titles that were. */
  remove(): Promise<number>
}

export function createDemo(db: Kysely<DemoTables>, needs: DemoNeeds): Demo {
  const store = createDemoStore(db)
  const parts = { store, ...needs }
  const { jobs } = needs
  const keep = (options: { anew: boolean }): Promise<void> =>
    store.hold(async () => {
      if ((await store.state()) === 'added') await keepChannels(parts, options)
    })
  jobs.handle(filmsJob, (_payload, { signal }) => makeFilms(parts, signal, () => keep({ anew: true })))

  const orderFilms = async (): Promise<void> => {
    if ((await missingFilms(parts)).length > 0) await jobs.enqueue(filmsJob, {}, { key: 'all' })
  }

  const put = async (): Promise<void> => {
    await store.setState('adding')
    await putProgramme(parts, Math.floor(needs.clock.nowMs() / 1000))
    await keepChannels(parts, { anew: false })
    await putDanmaku(parts)
    await store.setState('added')
    await orderFilms()
  }

  return {
    async settle({ wanted }) {
      const state = await store.state()
      if (state === 'added') {
        await keep({ anew: false })
        return orderFilms()
      }
      if (state === null && !wanted) return
      await store.hold(async () => {
        const now = await store.state()
        if (now === 'removed') await removeProgramme(parts)
        else if (now === 'adding' || (now === null && (await needs.catalog.isEmpty()))) await put()
      })
    },

    extendChannels: () => keep({ anew: false }),

    filmsToMake: () => filmsToMake(parts),

    add: () =>
      store.hold(async () => {
        const isNew = (await store.state()) !== 'added'
        await put()
        return isNew
      }),

    remove: () =>
      store.hold(async () => {
        await store.setState('removed')
        return removeProgramme(parts)
      }),
  }
}

export type { DemoNeeds, DemoTables }

import { bannerSlugs, filmScripts, programme } from '@yunmu/demo'
import * as z from 'zod/mini'
import { jobHandler, listener, type DomainModule, type RegisterJob, type Timer } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { defineRequest } from '../../platform/process/worker-channel.ts'
import { originOf } from './title-rules.ts'
import { updateChannels } from './update-channels.ts'
import type { DemoNeeds, DemoParts } from './demo-needs.ts'
import { createDemoBank, type DemoBank } from './demo-bank.ts'
import { createDemoStore, type DemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { createFilmProgress, type FilmProgress, type FilmReport } from './film-progress.ts'
import { filmMatches } from './matches/film-matches.ts'
import { createMatchTeller, tellMs } from './matches/tell-matches.ts'
import { hasOtherFilms, removeOtherFilms } from './film-assets.ts'
import { makeFilms, missingFilms, pendingFilms, publishBundledFilm, secondsPerFilm } from './make-films.ts'
import { chat, chatMs } from './chat.ts'
import { createCrowd, type Crowd } from './crowd.ts'
import { seedAllTitles, seedChannels, seedTitles } from './seed-life.ts'
import { seedProgramme } from './seed-programme.ts'
import { removeProgramme } from './remove-programme.ts'

/** Schedules are planned again after each of the first films, then after so many further ones. */
const [firstFilms, replanEvery] = [12, 5]

const filmsJob = defineJob('demo.makeFilms', z.object({}))
const matchFilmsJob = defineJob('demo.filmMatches', z.object({}))
const lifeJob = defineJob('demo.seedLife', z.object({}))

/** Films are made in the main process. */
const filmWait = defineRequest('demo.filmWait', z.object({ titleId: z.int() }), z.nullable(z.number()))

const crowdRefreshMs = 60_000
/** Without an event, after the programme was added or removed by the command line. */
const followBankMs = 60_000

/** The titles that a first visitor sees first. */
const firstTitles = programme.filter(({ slug }) => slug === bannerSlugs[0])

/** Seeds and removes the demonstration programme of `@yunmu/demo`. */
export interface Demo {
  /**
   * Called at every start. Seeds an empty station if `enabled`, and finishes a seeding or removal that was interrupted.
   * A programme that the operator removed stays removed.
   */
  reconcile(options: { enabled: boolean }): Promise<void>
  /** The number of films that will be made; none without ffmpeg. */
  pendingFilms(): Promise<number>
  /** Calls `listener` after each film that this process makes. */
  onFilmMade(listener: (report: FilmReport) => void): void
  /** In how many seconds the film of a title is ready; null if it is not being made. */
  filmWaitSec(titleId: number): Promise<number | null>
  /** Seeds the programme. Returns false if it was there already. */
  add(): Promise<boolean>
  /** Removes the programme permanently. Returns the number of titles. */
  remove(): Promise<number>
  /** See `Crowd`. */
  readonly watching: Crowd['watching']
  readonly module: DomainModule
}

export function createDemo(
  { db, config, clock, log, jobs, channel }: Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'jobs' | 'channel'>,
  needs: DemoNeeds,
): Demo {
  const store = createDemoStore(db.withTables<DemoTables>())
  const parts = { store, progress: createFilmProgress(secondsPerFilm), clock, log, dataDir: config.dataDir, ...needs }
  const crowd = createCrowd(parts)
  const bank = createDemoBank({ ...parts, config })
  const listeners: ((report: FilmReport) => void)[] = []
  const updateSchedule = (options: { replan: 'nothing' | 'future' | 'all' }): Promise<void> =>
    store.withLock(async () => {
      if ((await store.state()) === 'added') await updateChannels(parts, options)
    })

  const { enqueueFilms, enqueueMatchFilms } = createFilmQueue(parts, jobs)
  const seed = async (): Promise<void> => {
    await store.setState('adding')
    await seedProgramme(parts, Math.floor(clock.nowMs() / 1000))
    await updateChannels(parts, { replan: 'nothing' })
    await seedTitles(parts, firstTitles)
    await seedChannels(parts)
    await store.setState('added')
    await Promise.all([jobs.enqueue(lifeJob, {}, { key: 'all' }), enqueueFilms()])
  }

  const reconcile: Demo['reconcile'] = async ({ enabled }) => {
    if (!enabled && (await store.state()) === null) return
    await store.withLock(async () => {
      const now = await store.state()
      if (now === 'removed') await removeProgramme(parts)
      else if (now === 'adding' || (now === null && (await needs.catalog.isEmpty()))) await seed()
      else if (now === 'added' && (await hasOtherFilms(store))) {
        // The danmaku of earlier versions were written for other films.
        await needs.danmaku.remove()
        await seed()
        await removeOtherFilms(parts)
      }
      if ((await store.state()) === 'added') await publishBundledFilm(parts)
    })
    await updateSchedule({ replan: 'nothing' })
    await Promise.all([enqueueFilms(), crowd.refresh()])
  }

  return {
    reconcile,

    pendingFilms: () => pendingFilms(parts),
    onFilmMade: (listener) => void listeners.push(listener),
    filmWaitSec: createFilmWait(channel, parts),

    add: () =>
      store.withLock(async () => {
        const isNew = (await store.state()) !== 'added'
        await seed()
        await publishBundledFilm(parts)
        // The channels show it until there are others.
        await updateChannels(parts, { replan: 'nothing' })
        await crowd.refresh()
        return isNew
      }),

    remove: () =>
      store.withLock(async () => {
        await store.setState('removed')
        const removed = await removeProgramme(parts)
        await crowd.refresh()
        return removed
      }),

    watching: crowd.watching,

    module: {
      name: 'demo',
      async start() {
        await reconcile({ enabled: config.demo })
        await bank.start()
      },
      listeners: [listener(needs.payments.changed, () => void bank.follow())],
      jobs: jobsOf(parts, (report) => afterFilm(report, { listeners, updateSchedule, crowd })),
      schedules: [
        { name: 'demo.extendChannels', everyMinutes: 60, run: () => updateSchedule({ replan: 'nothing' }) },
        { name: 'demo.continueMatchFilms', everyMinutes: 1, firstRunAfterMs: 20_000, run: enqueueMatchFilms },
      ],
      warmUp: crowd.refresh,
      timers: timersOf({ ...parts, bank }, crowd, channel),
      close: bank.close,
    },
  }
}

function createFilmQueue(parts: Parameters<typeof missingFilms>[0], jobs: Platform['jobs']) {
  return {
    async enqueueFilms(): Promise<void> {
      if ((await missingFilms(parts)).length > 0) await jobs.enqueue(filmsJob, {}, { key: 'all' })
    },
    // A key does not keep jobs apart that run already, and they would draw into the same folder.
    enqueueMatchFilms: (): Promise<void> => jobs.enqueue(matchFilmsJob, {}, { key: 'all', queue: matchFilmsJob.name }),
  }
}

/** Tells the listeners, plans the schedules again if it is time to, and counts who watches the film. */
async function afterFilm(
  report: FilmReport,
  {
    listeners,
    updateSchedule,
    crowd,
  }: {
    listeners: readonly ((report: FilmReport) => void)[]
    updateSchedule: (options: { replan: 'future' | 'all' }) => Promise<void>
    crowd: Crowd
  },
): Promise<void> {
  for (const listener of listeners) listener(report)
  const { made, total } = report
  if (made === total) await updateSchedule({ replan: 'all' })
  else if (made <= firstFilms || made % replanEvery === 0) await updateSchedule({ replan: 'future' })
  await crowd.refresh()
}

function jobsOf(
  parts: DemoParts & { store: DemoStore; progress: FilmProgress },
  onMade: (report: FilmReport) => Promise<void>,
): RegisterJob[] {
  return [
    jobHandler(filmsJob, (_payload, { signal }) => makeFilms(parts, signal, onMade)),
    jobHandler(matchFilmsJob, (_payload, { signal }) => filmMatches(parts, signal)),
    jobHandler(lifeJob, (_payload, { signal }) => seedAllTitles(parts, signal)),
  ]
}

/** Asks the main process in how many seconds the film of a title is ready. */
function createFilmWait(
  channel: Platform['channel'],
  { progress, catalog }: { progress: FilmProgress; catalog: Pick<DemoNeeds['catalog'], 'demoIds'> },
): Demo['filmWaitSec'] {
  const waitInMain = channel.runInMain(filmWait, async ({ titleId }) => {
    const ids = await catalog.demoIds()
    const film = filmScripts.find(({ name }) => ids.get(originOf(name)) === titleId)
    return film ? progress.waitSec(film.name, performance.now()) : null
  })
  return (titleId) => waitInMain({ titleId })
}

/** Chat and matches are written by one process, which has the test bank as well. */
function timersOf(
  parts: DemoParts & { store: DemoStore; bank: DemoBank },
  crowd: Crowd,
  { isWorker }: Pick<Platform['channel'], 'isWorker'>,
): Timer[] {
  const refresh = { name: 'demo.refreshCrowd', everyMs: crowdRefreshMs, run: crowd.refresh }
  if (isWorker) return [refresh]
  return [
    refresh,
    { name: 'demo.chat', everyMs: chatMs, run: () => parts.store.withLockIfFree(() => chat(parts)) },
    { name: 'demo.followBank', everyMs: followBankMs, run: parts.bank.follow },
    { name: 'demo.tellMatches', everyMs: tellMs, run: createMatchTeller(parts).tellIfAdded },
  ]
}

export { filmsLine } from './film-report-rules.ts'
export type { ChannelProgramme, DemoNeeds } from './demo-needs.ts'

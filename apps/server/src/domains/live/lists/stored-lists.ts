import { ChannelListError, readChannelList, type ChannelEntry } from '@yunmu/formats'
import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../../platform/domain-module.ts'
import { EgressError, type Egress } from '../../../platform/egress/egress.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { addMissingLogos, type ListImportParts } from './import-list.ts'
import { hashOf, noReport, planList, type ListPlan } from './list-plan.ts'
import type { ListedAddress, ListReport, StoredList, StoredListStore } from './stored-list-store.ts'

/** Reads a list as its timetable says. */
export const readListJob = defineJob('live.readList', z.object({ listId: z.int() }))

export interface StoredLists extends Pick<StoredListStore, 'all' | 'find' | 'add' | 'set' | 'remove'> {
  /**
   * Reads a list and saves its channels. Two runs at once are one: the second waits for the first and has its report.
   * Null if there is no such list.
   */
  run(listId: number): Promise<ListReport | null>
  /** What a run would do now. */
  preview(listId: number): Promise<ListReport | null>
  readonly module: Pick<DomainModule, 'jobs' | 'schedules'>
}

const limits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 }
/** A list that could not be read is read again after this time, if its timetable is not sooner. */
const retryMinutes = 60
const batchSize = 50

/** The entries of a list; or why there are none: a code. */
async function readList(
  egress: Egress,
  { address }: StoredList,
): Promise<{ entries: ChannelEntry[]; faults: number } | string> {
  try {
    const reply = await egress.get(address, limits)
    if (reply.status !== 200) return `http ${reply.status}`
    const { entries, faults } = readChannelList(await reply.bytes())
    return entries.length === 0 ? 'empty' : { entries, faults }
  } catch (err) {
    if (err instanceof EgressError) return err.reason
    if (err instanceof ChannelListError) return err.problem
    throw err
  }
}

/** Saves the channels of a plan and its report. Returns where channels have logos that are to be fetched, by id. */
async function savePlan(
  { lists, parts, atSec }: { lists: StoredListStore; parts: ListImportParts; atSec: number },
  list: StoredList,
  { channels, ids, listed, report }: ListPlan,
): Promise<Map<number, string>> {
  const saved = new Map(ids)
  for (let at = 0; at < channels.length; at += batchSize) {
    const batch = channels.slice(at, at + batchSize)
    for (const [index, id] of (await parts.save(batch)).entries()) saved.set(batch[index]?.origin ?? '', id)
  }
  const addresses = listed.flatMap(({ origin, listed: urls }): Omit<ListedAddress, 'missedRuns'>[] => {
    const channelId = saved.get(origin)
    return channelId === undefined ? [] : urls.map((url) => ({ channelId, hash: hashOf(url) }))
  })
  await lists.saveRun(list, { listed: addresses, report, nowSec: atSec })
  const logoUrls = listed.flatMap(({ origin, logoUrl }): [number, string][] => {
    const channelId = saved.get(origin)
    return channelId === undefined || logoUrl === '' ? [] : [[channelId, logoUrl]]
  })
  return new Map(list.settings.logos ? logoUrls : [])
}

/** Lists of channels that are read again on a timetable. */
export function createStoredLists(
  { clock, egress, jobs }: Pick<Platform, 'clock' | 'egress' | 'jobs'>,
  lists: StoredListStore,
  parts: ListImportParts,
): StoredLists {
  const runLocked = async (list: StoredList): Promise<ListReport> => {
    const now = nowSec(clock)
    const found = await readList(egress, list)
    if (typeof found === 'string') {
      const report = { ...noReport, problem: found }
      const minutes = list.everyMinutes === 0 ? 0 : Math.min(list.everyMinutes, retryMinutes)
      await lists.set(list.id, { nextSec: now + minutes * 60 })
      await lists.saveRun(list, { listed: null, report, nowSec: now })
      return report
    }
    await lists.set(list.id, { nextSec: now + list.everyMinutes * 60 })
    const { report, logoUrls } = await parts.store.withLock(async () => {
      const plan = await planList({ lists, parts }, list, found)
      return { report: plan.report, logoUrls: await savePlan({ lists, parts, atSec: now }, list, plan) }
    })
    await addMissingLogos(parts, logoUrls)
    return report
  }

  const run: StoredLists['run'] = async (listId) => {
    const before = await lists.find(listId)
    if (!before) return null
    return lists.withRunLock(listId, async () => {
      const list = await lists.find(listId)
      if (!list) return null
      return list.runs > before.runs ? list.report : runLocked(list)
    })
  }

  return {
    ...lists,
    run,
    async preview(listId) {
      const list = await lists.find(listId)
      const found = list && (await readList(egress, list))
      if (!list || found === null) return null
      if (typeof found === 'string') return { ...noReport, problem: found }
      return (await planList({ lists, parts }, list, found)).report
    },
    module: {
      jobs: [
        jobHandler(readListJob, async ({ listId }) => {
          const list = await lists.find(listId)
          if (list && list.everyMinutes > 0 && list.nextSec <= nowSec(clock)) await run(listId)
        }),
      ],
      schedules: [
        {
          name: 'live.readLists',
          everyMinutes: 5,
          async run() {
            for (const listId of await lists.due(nowSec(clock)))
              await jobs.enqueue(readListJob, { listId }, { key: String(listId), queue: 'live.lists', maxAttempts: 2 })
          },
        },
      ],
    },
  }
}

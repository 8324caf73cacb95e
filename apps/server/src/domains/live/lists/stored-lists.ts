import { ChannelListError, readChannelList, type ChannelEntry } from '@yunmu/formats'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../../platform/domain-module.ts'
import { EgressError } from '../../../platform/egress/egress.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { addMissingLogos, existingChannels, usableEntries, type ListImportParts } from './import-list.ts'
import {
  changesOf,
  channelsOfList,
  withoutVanished,
  type ExistingChannel,
  type ListChange,
  type ListedChannel,
  type VanishedOf,
} from './list-rules.ts'
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
const maxExamples = 20
const batchSize = 50

const noReport: ListReport = {
  ...{ problem: '', entries: 0, faults: 0, skipped: 0, added: 0, changed: 0, hidden: 0, shown: 0, unchanged: 0 },
  ...{ vanished: 0, missing: 0, examples: [] },
}

const hashOf = (address: string): string => createHash('sha256').update(address).digest('hex')

/** What a run is about to save. */
interface Plan {
  /** The channels that change. */
  channels: ListedChannel[]
  /** Ids of channels that are there, by origin. */
  ids: ReadonlyMap<string, number>
  listed: readonly ListedChannel[]
  report: ListReport
}

/** Lists of channels that are read again on a timetable. */
export function createStoredLists(
  { clock, egress, jobs }: Pick<Platform, 'clock' | 'egress' | 'jobs'>,
  lists: StoredListStore,
  parts: ListImportParts,
): StoredLists {
  const read = async ({ address }: StoredList): Promise<{ entries: ChannelEntry[]; faults: number } | string> => {
    try {
      const reply = await egress.get(address, limits)
      if (reply.status !== 200) return `http ${reply.status}`
      const { entries, faults } = readChannelList(await reply.bytes())
      return { entries, faults }
    } catch (err) {
      if (err instanceof EgressError) return err.reason
      if (err instanceof ChannelListError) return err.problem
      throw err
    }
  }

  const plan = async (
    { id, settings, hideAfterRuns }: StoredList,
    { entries, faults }: { entries: readonly ChannelEntry[]; faults: number },
  ): Promise<Plan> => {
    const usable = usableEntries(parts, entries, { trusted: false })
    const existing = await existingChannels(parts.store)
    const known = Map.groupBy(await lists.addressesOf(id), ({ channelId }) => channelId)
    const missing = missingOf(known, { hideAfterRuns, elsewhere: await lists.listedElsewhere(id), existing })
    const { group, tag, always } = settings
    const options = { ...(group === undefined ? {} : { group }), ...(tag === undefined ? {} : { tag }), always }
    const listed = channelsOfList(usable, existing, { ...options, replace: false, vanished: missing.vanishedOf })
    const origins = new Set(listed.map(({ origin }) => origin))
    const byOrigin = new Map(existing.map((one) => [one.channel.origin, one]))
    const planned = [...listed, ...withoutVanished(existing, origins, missing.vanishedOf)].map((channel) => ({
      channel,
      changes: changesOf(channel, byOrigin.get(channel.origin)),
    }))
    const changed = planned.filter(({ changes }) => changes.length > 0)
    return {
      channels: changed.map(({ channel }) => channel),
      ids: new Map([...byOrigin].map(([origin, { channel }]) => [origin, channel.id])),
      listed,
      report: {
        ...noReport,
        ...{ entries: entries.length, faults, skipped: entries.length - usable.length },
        ...countsOf(changed.map(({ changes }) => changes)),
        unchanged: planned.length - changed.length,
        ...missing.counts(listed, byOrigin),
        examples: changed
          .slice(0, maxExamples)
          .map(({ channel: { name }, changes }) => ({ change: changes[0] ?? 'fields', name })),
      },
    }
  }

  /** Saves the channels of a plan and its report. Returns where channels have logos that are to be fetched, by id. */
  const save = async (list: StoredList, { channels, ids, listed, report }: Plan): Promise<Map<number, string>> => {
    const saved = new Map(ids)
    for (let at = 0; at < channels.length; at += batchSize) {
      const batch = channels.slice(at, at + batchSize)
      for (const [index, id] of (await parts.save(batch)).entries()) saved.set(batch[index]?.origin ?? '', id)
    }
    const addresses = listed.flatMap(({ origin, listed: urls }): Omit<ListedAddress, 'missedRuns'>[] => {
      const channelId = saved.get(origin)
      return channelId === undefined ? [] : urls.map((url) => ({ channelId, hash: hashOf(url) }))
    })
    await lists.saveRun(list, { listed: addresses, report, nowSec: nowSec(clock) })
    const logoUrls = listed.flatMap(({ origin, logoUrl }): [number, string][] => {
      const channelId = saved.get(origin)
      return channelId === undefined || logoUrl === '' ? [] : [[channelId, logoUrl]]
    })
    return new Map(list.settings.logos ? logoUrls : [])
  }

  const runLocked = async (list: StoredList): Promise<ListReport> => {
    const now = nowSec(clock)
    const found = await read(list)
    if (typeof found === 'string' || found.entries.length === 0) {
      const report = { ...noReport, problem: typeof found === 'string' ? found : 'empty' }
      const minutes = list.everyMinutes === 0 ? 0 : Math.min(list.everyMinutes, retryMinutes)
      await lists.set(list.id, { nextSec: now + minutes * 60 })
      await lists.saveRun(list, { listed: null, report, nowSec: now })
      return report
    }
    await lists.set(list.id, { nextSec: now + list.everyMinutes * 60 })
    const { report, logoUrls } = await parts.store.withLock(async () => {
      const planned = await plan(list, found)
      return { report: planned.report, logoUrls: await save(list, planned) }
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
      const found = list && (await read(list))
      if (!list || found === null) return null
      return typeof found === 'string' ? { ...noReport, problem: found } : (await plan(list, found)).report
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

function countsOf(all: readonly (readonly ListChange[])[]): Pick<ListReport, 'added' | 'changed' | 'hidden' | 'shown'> {
  const count = (change: ListChange): number => all.filter((changes) => changes.includes(change)).length
  const [added, hidden, shown] = [count('added'), count('hidden'), count('shown')]
  return { added, hidden, shown, changed: all.length - added - hidden - shown }
}

/** What the list had of each channel and has no more. */
function missingOf(
  known: ReadonlyMap<number, readonly ListedAddress[]>,
  {
    hideAfterRuns,
    elsewhere,
    existing,
  }: { hideAfterRuns: number; elsewhere: ReadonlySet<string>; existing: readonly ExistingChannel[] },
) {
  const addresses = new Map(
    existing.map(({ channel, sources }) => [
      channel.id,
      new Map(sources.flat().map(({ address }) => [hashOf(address), address])),
    ]),
  )
  /** Addresses of its lines that are not listed, with whether they have been missing for long enough. */
  const missing = (channelId: number, listed: ReadonlySet<string>): { address: string; isVanished: boolean }[] =>
    (known.get(channelId) ?? []).flatMap(({ hash, missedRuns }) => {
      const address = addresses.get(channelId)?.get(hash)
      if (address === undefined || listed.has(address) || elsewhere.has(`${channelId} ${hash}`)) return []
      return [{ address, isVanished: missedRuns + 1 >= hideAfterRuns }]
    })
  const vanishedOf: VanishedOf = (channelId, listed) =>
    new Set(missing(channelId, listed).flatMap(({ address, isVanished }) => (isVanished ? [address] : [])))
  return {
    vanishedOf,
    counts(
      listed: readonly ListedChannel[],
      byOrigin: ReadonlyMap<string, ExistingChannel>,
    ): Pick<ListReport, 'vanished' | 'missing'> {
      const listedOf = new Map(
        listed.map((channel) => [byOrigin.get(channel.origin)?.channel.id, new Set(channel.listed)]),
      )
      const all = [...known.keys()].flatMap((id) => missing(id, listedOf.get(id) ?? new Set()))
      const vanished = all.filter(({ isVanished }) => isVanished).length
      return { vanished, missing: all.length - vanished }
    },
  }
}

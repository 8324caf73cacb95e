import type { DomainModule } from '../../platform/domain-module.ts'
import { mountTvDate } from './calls/tv-date.ts'
import { mountTvLists } from './calls/tv-lists.ts'
import { mountTvProgrammes } from './calls/tv-programmes.ts'
import { mountTvVodUrl } from './calls/tv-vod-url.ts'
import { createEntryStore } from './entry-store.ts'
import { createGuideEntries, type GuideEntries } from './guide-entries.ts'
import { guideChanged } from './guide-events.ts'
import { guideExchange } from './guide-exchange.ts'
import type { GuideNeeds, GuidePlatform } from './guide-needs.ts'
import type { GuideTables } from './guide-tables.ts'
import { createImporter, type ImportOptions } from './importer.ts'
import { createGuideQueries } from './guide-queries.ts'
import { createOnAir, type NowAndNext } from './on-air.ts'
import { archiveDays, type StoredProgramme } from './programme-rules.ts'
import { createProgrammeStore } from './programme-store.ts'
import { saveScheduleProgrammes, type ProgrammeToSave } from './schedule-programmes.ts'
import { createSourceStore, type SourceRow, type SourceStore } from './source-store.ts'

/** The interface of this domain. */
export interface Guide extends ReturnType<typeof createGuideQueries> {
  /** The current and the next programme. Channels without a guide are omitted. */
  onAir(channelIds: readonly number[], nowMs: number): Promise<Map<number, NowAndNext>>
  /** Programmes of a channel that overlap a span, Unix seconds. */
  of(channelId: number, fromSec: number, toSec: number): Promise<StoredProgramme[]>
  /**
   * Replaces a channel's programmes between the first start and the last end by those of its schedule. Imports never change
   * these programmes; what was entered or removed by hand stays.
   */
  saveProgrammes(channelId: number, programmes: readonly ProgrammeToSave[]): Promise<void>
  entries: GuideEntries
  sources: Pick<SourceStore, 'list' | 'find' | 'save' | 'remove' | 'setChannel'>
  /** Imports sources one after the other. Returns `busy` if another process is importing. */
  importSources(
    sources: readonly SourceRow[],
    options: ImportOptions,
  ): Promise<('imported' | 'unchanged' | 'failed')[] | 'busy'>
  readonly module: DomainModule
}

const daySec = 24 * 3600

/** The programme guide. */
export function createGuide(platform: GuidePlatform, needs: GuideNeeds): Guide {
  const { clock, events, log } = platform
  const db = platform.db.withTables<GuideTables>()
  const nowSec = (): number => Math.floor(clock.nowMs() / 1000)
  const store = createProgrammeStore(db)
  const sources = createSourceStore(db)
  const importer = createImporter(sources, platform, needs)
  const onAir = createOnAir(store, events)
  const parts = { store, needs }
  const announceChange = (): void => events.announce(guideChanged, {})
  const entryStore = createEntryStore(db)

  const importSources: Guide['importSources'] = (selected, options) =>
    sources.withImportLock(async () => {
      const results: ('imported' | 'unchanged' | 'failed')[] = []
      for (const source of selected) results.push(await importer.importSource(source, options))
      return results
    })

  /** Imports the sources that are due. */
  const importDue = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
    const due = await sources.due(nowSec())
    if (due.length === 0) return
    await importSources(due, {
      signal,
      report(event) {
        if (event.event === 'failed')
          log.warn({ source: event.address, reason: event.reason }, 'a guide was not imported')
        else if (event.event === 'imported') log.info(event, 'a guide was imported')
      },
    })
  }

  /** Deletes programmes that are too old or whose channel was deleted. */
  const deleteOld = async (): Promise<void> => {
    const ids = (await needs.channels.all()).map(({ id }) => id)
    const beforeSec = nowSec() - archiveDays * daySec
    await entryStore.deleteOldRemovals(beforeSec, ids)
    if ((await store.deleteOld(beforeSec, ids)) > 0) announceChange()
  }

  return {
    ...createGuideQueries(store, needs),
    onAir: (channelIds, nowMs) => onAir(channelIds, Math.floor(nowMs / 1000)),
    of: (channelId, fromSec, toSec) => store.between([channelId], fromSec, toSec),
    async saveProgrammes(channelId, programmes) {
      if ((await saveScheduleProgrammes(db, channelId, programmes)) > 0) announceChange()
    },
    entries: createGuideEntries({ store: entryStore, sources, channels: needs.channels, nowSec, announceChange }),
    sources,
    importSources,
    module: {
      name: 'guide',
      exchange: guideExchange(platform),
      calls(registry) {
        mountTvDate(registry, parts)
        mountTvProgrammes(registry, parts)
        mountTvVodUrl(registry, parts)
        mountTvLists(registry, parts)
      },
      schedules: [
        { name: 'guide.import', everyMinutes: 5, run: importDue },
        { name: 'guide.deleteOld', everyMinutes: 24 * 60, run: deleteOld },
      ],
    },
  }
}

export { guideChanged } from './guide-events.ts'
export type { Displaced, GuideEntry } from './entry-store.ts'
export type { EntryOrigin, EntryRefusal } from './entry-rules.ts'
export type { ProgrammeToSave } from './schedule-programmes.ts'
export type { GuideEvent, ImportOptions } from './importer.ts'
export type { GuideNeeds, GuidePlatform } from './guide-needs.ts'
export type { SourceRow }

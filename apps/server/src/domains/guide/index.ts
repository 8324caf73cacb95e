import type { Kysely } from 'kysely'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { saveByHand, type ProgrammeToSave } from './by-hand.ts'
import { mountTvDate } from './calls/tv-date.ts'
import { mountTvLists } from './calls/tv-lists.ts'
import { mountTvProgrammes } from './calls/tv-programmes.ts'
import { mountTvVodUrl } from './calls/tv-vod-url.ts'
import { guideChanged } from './guide-events.ts'
import type { GuideNeeds } from './guide-needs.ts'
import type { GuideTables } from './guide-tables.ts'
import { createImporter, type ImportOptions } from './importer.ts'
import { createOffered } from './offered.ts'
import { createOnAir, type NowAndNext } from './on-air.ts'
import { archiveDays, type StoredProgramme } from './programme-rules.ts'
import { createProgrammeStore } from './programme-store.ts'
import { importInThread, type RunImport } from './run-import.ts'
import { createSourceStore, type SourceRow, type SourceStore } from './source-store.ts'

/** What this domain offers to the application. */
export interface Guide extends ReturnType<typeof createOffered> {
  /** What is on and what comes. Channels without a guide are left out. */
  onAir(channelIds: readonly number[], nowMs: number): Promise<Map<number, NowAndNext>>
  /** What runs on a channel at any time between two moments, Unix seconds. */
  of(channelId: number, fromSec: number, toSec: number): Promise<StoredProgramme[]>
  /**
   * Writes a channel's programmes by hand, in the place of whatever is there between the first start and the last end. No
   * import touches them.
   */
  saveProgrammes(channelId: number, programmes: readonly ProgrammeToSave[]): Promise<void>
  sources: Pick<SourceStore, 'list' | 'find' | 'save' | 'remove' | 'setChannel'>
  /** Imports sources one after the other; `busy` while another process does. */
  importSources(
    sources: readonly SourceRow[],
    options: ImportOptions,
  ): Promise<('imported' | 'unchanged' | 'failed')[] | 'busy'>
  /** Imports the sources whose time has come. */
  importDue(signal: AbortSignal): Promise<void>
  /** Forgets programmes that are too old, or whose channel is gone: once a day. */
  forgetOld(): Promise<void>
  mount(book: CallBook): void
}

const daySec = 24 * 3600

/** The programme guide. */
export function createGuide(db: Kysely<GuideTables>, needs: GuideNeeds, runImport: RunImport = importInThread): Guide {
  const { clock, events, log } = needs
  const nowSec = (): number => Math.floor(clock.nowMs() / 1000)
  const store = createProgrammeStore(db)
  const sources = createSourceStore(db)
  const importer = createImporter(sources, needs, runImport)
  const onAir = createOnAir(store, events)
  const parts = { store, needs }

  const importSources: Guide['importSources'] = (given, options) =>
    sources.alone(async () => {
      const results: ('imported' | 'unchanged' | 'failed')[] = []
      for (const source of given) results.push(await importer.importSource(source, options))
      return results
    })

  return {
    ...createOffered(store, needs),
    onAir: (channelIds, nowMs) => onAir(channelIds, Math.floor(nowMs / 1000)),
    of: (channelId, fromSec, toSec) => store.between([channelId], fromSec, toSec),
    async saveProgrammes(channelId, programmes) {
      if ((await saveByHand(db, channelId, programmes)) > 0) events.announce(guideChanged, {})
    },
    sources,
    importSources,
    async importDue(signal) {
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
    },
    async forgetOld() {
      const ids = (await needs.channels.all()).map(({ id }) => id)
      if ((await store.removeOld(nowSec() - archiveDays * daySec, ids)) > 0) events.announce(guideChanged, {})
    },
    mount(book) {
      mountTvDate(book, parts)
      mountTvProgrammes(book, parts)
      mountTvVodUrl(book, parts)
      mountTvLists(book, parts)
    },
  }
}

export { guideChanged } from './guide-events.ts'
export type { ProgrammeToSave } from './by-hand.ts'
export type { GuideEvent, ImportOptions } from './importer.ts'
export type { GuideNeeds } from './guide-needs.ts'
export type { GuideTables, SourceRow }

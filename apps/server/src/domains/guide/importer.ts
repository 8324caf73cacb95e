import { fetchSource } from './fetch-source.ts'
import { guideChanged } from './guide-events.ts'
import type { GuideNeeds } from './guide-needs.ts'
import { sentenceOfProblem } from './guide-problem.ts'
import type { ImportCounts, ImportOrder, ImportWord } from './import-order.ts'
import type { GuideChannel } from './match-rules.ts'
import { archiveDays } from './programme-rules.ts'
import type { RunImport } from './run-import.ts'
import type { SourceChannel, SourceRow, SourceStore } from './source-store.ts'
import { digestOf } from './timetable.ts'

/** What happens during an import, one after the other. */
export type GuideEvent =
  | { event: 'begun'; address: string }
  | { event: 'reading'; bytes: number; programmes: number }
  | { event: 'merging'; programmes: number }
  | ({ event: 'imported'; address: string; sec: number } & ImportCounts)
  | { event: 'unchanged'; address: string }
  | { event: 'failed'; address: string; reason: string }

export interface ImportOptions {
  signal: AbortSignal
  report: (event: GuideEvent) => void
  /** Imports a file that was imported before, too. */
  again?: boolean
}

export interface Importer {
  /**
   * Imports a source. Whatever goes wrong is reported and noted, and leaves the guide and the sources behind it as they are.
   */
  importSource(source: SourceRow, options: ImportOptions): Promise<'imported' | 'unchanged' | 'failed'>
}

const daySec = 24 * 3600
/** Guides that tell more of the future are mistaken about the year. */
const aheadDays = 60
const limits = { maxBytes: 1024 * 1024 * 1024, maxProgrammes: 2_000_000 }
/** How soon a source that failed is asked again. */
const retryMinutes = 60

/** What the operator reads of what nobody foresaw. */
const unforeseen = '读取时出了意外的错误，详情在日志里'

/** What a file was matched to: it need not be another one to tell of other channels, or of those that no other tells of now. */
const markOf = (
  channels: readonly GuideChannel[],
  settings: readonly SourceChannel[],
  served: ReadonlySet<number>,
): string => String(digestOf(JSON.stringify([channels, settings, [...served].toSorted((a, b) => a - b)])))

const toldOf = (word: ImportWord): GuideEvent | null => {
  if (word.said === 'read') return { event: 'reading', bytes: word.bytes, programmes: word.programmes }
  return word.said === 'merging' ? { event: 'merging', programmes: word.taken } : null
}

async function orderOf(
  source: SourceRow,
  file: string,
  { sources, needs, nowSec }: { sources: SourceStore; needs: GuideNeeds; nowSec: number },
): Promise<ImportOrder> {
  return {
    connection: needs.connection,
    file,
    sourceId: source.id,
    limits,
    zoneMinutes: source.zone_minutes,
    shiftMinutes: source.shift_minutes,
    channels: await needs.channels.all(),
    settings: await sources.channels(source.id),
    served: [...(await sources.servedBefore(source, nowSec))],
    keepFromSec: nowSec - archiveDays * daySec,
    keepToSec: nowSec + aheadDays * daySec,
  }
}

export function createImporter(sources: SourceStore, needs: GuideNeeds, runImport: RunImport): Importer {
  const { clock, events } = needs
  const nowSec = (): number => Math.floor(clock.nowMs() / 1000)

  const bringIn = async (source: SourceRow, options: ImportOptions): Promise<'imported' | 'unchanged'> => {
    const { signal, report, again = false } = options
    const served = await sources.servedBefore(source, nowSec())
    const mark = markOf(await needs.channels.all(), await sources.channels(source.id), served)
    const known = again || mark !== source.matched_with || source.problem !== '' ? '' : source.etag
    const begunMs = performance.now()
    const fetched = await fetchSource(source, known, { dataDir: needs.dataDir, egress: needs.egress, signal })
    if (fetched === 'unchanged') return 'unchanged'
    try {
      const onWord = (word: ImportWord): void => {
        const told = toldOf(word)
        if (told) report(told)
      }
      const { counts, reach } = await runImport(
        await orderOf(source, fetched.file, { sources, needs, nowSec: nowSec() }),
        { signal, onWord },
      )
      await sources.noteReach(source.id, reach)
      await sources.note(source.id, {
        etag: fetched.etag,
        matched_with: mark,
        imported_sec: nowSec(),
        channels: counts.matched,
        programmes: counts.taken,
      })
      if (counts.changed > 0) events.announce(guideChanged, {})
      const sec = (performance.now() - begunMs) / 1000
      report({ event: 'imported', address: source.address, sec, ...counts })
      return 'imported'
    } finally {
      await fetched.letGo()
    }
  }

  return {
    async importSource(source, options) {
      const { address } = source
      options.report({ event: 'begun', address })
      const noteChecked = (problem: string): Promise<void> => {
        const every = source.every_minutes
        const minutes = problem === '' ? every : Math.min(every, retryMinutes)
        return sources.note(source.id, { problem, checked_sec: nowSec(), next_sec: nowSec() + minutes * 60 })
      }
      try {
        const result = await bringIn(source, options)
        if (result === 'unchanged') options.report({ event: 'unchanged', address })
        await noteChecked('')
        return result
      } catch (err) {
        if (options.signal.aborted) throw err
        const known = sentenceOfProblem(err)
        if (known === null) needs.log.error({ err, source: address }, 'the import of a guide broke')
        const reason = known ?? unforeseen
        await noteChecked(reason)
        options.report({ event: 'failed', address, reason })
        return 'failed'
      }
    },
  }
}

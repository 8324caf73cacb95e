import { maxAheadDays } from './entry-rules.ts'
import { fetchSource } from './fetch-source.ts'
import { guideChanged } from './guide-events.ts'
import type { GuideNeeds, GuidePlatform } from './guide-needs.ts'
import { importErrorMessage } from './guide-import-error.ts'
import type { ImportCounts, ImportRequest, ImportMessage } from './import-messages.ts'
import type { GuideChannel } from './match-rules.ts'
import { archiveDays } from './programme-rules.ts'
import { importInWorker } from './run-import.ts'
import type { ChannelSetting, SourceRow, SourceStore } from './source-store.ts'
import { digestOf } from './timetable.ts'

/** Progress and result of an import. */
export type GuideEvent =
  | { event: 'started'; address: string }
  | { event: 'reading'; bytes: number; programmes: number }
  | { event: 'merging'; programmes: number }
  | ({ event: 'imported'; address: string; sec: number } & ImportCounts)
  | { event: 'unchanged'; address: string }
  | { event: 'failed'; address: string; reason: string }

export interface ImportOptions {
  signal: AbortSignal
  report: (event: GuideEvent) => void
  /** Imports the file even if it is unchanged. */
  again?: boolean
}

export interface Importer {
  /** Imports a source. A failure is reported and stored with the source; the stored guide is unchanged then. */
  importSource(source: SourceRow, options: ImportOptions): Promise<'imported' | 'unchanged' | 'failed'>
}

const daySec = 24 * 3600
const limits = { maxBytes: 1024 * 1024 * 1024, maxProgrammes: 2_000_000 }
/** Interval after a failure. */
const retryMinutes = 60

/** The operator's message for an unexpected error. */
const unexpected = '读取时出了意外的错误，详情在日志里'

/**
 * Digest of everything that a file is matched to. If it changed, even an unchanged file must be imported again, because
 * it may provide other channels now.
 */
const matchDigest = (
  channels: readonly GuideChannel[],
  settings: readonly ChannelSetting[],
  served: ReadonlySet<number>,
): string => String(digestOf(JSON.stringify([channels, settings, [...served].toSorted((a, b) => a - b)])))

const progressEvent = (message: ImportMessage): GuideEvent | null => {
  if (message.type === 'read') return { event: 'reading', bytes: message.bytes, programmes: message.programmes }
  return message.type === 'merging' ? { event: 'merging', programmes: message.taken } : null
}

async function requestOf(
  source: SourceRow,
  file: string,
  {
    sources,
    channels,
    connection,
    nowSec,
  }: { sources: SourceStore; nowSec: number } & Pick<GuideNeeds, 'channels'> & Pick<GuidePlatform, 'connection'>,
): Promise<ImportRequest> {
  return {
    connection,
    file,
    sourceId: source.id,
    limits,
    zoneMinutes: source.zone_minutes,
    shiftMinutes: source.shift_minutes,
    channels: await channels.all(),
    settings: await sources.channels(source.id),
    served: [...(await sources.servedByEarlierSources(source, nowSec))],
    keepFromSec: nowSec - archiveDays * daySec,
    keepToSec: nowSec + maxAheadDays * daySec,
  }
}

export function createImporter(
  sources: SourceStore,
  { clock, config, connection, egress, events, log }: GuidePlatform,
  { channels, runImport = importInWorker }: GuideNeeds,
): Importer {
  const nowSec = (): number => Math.floor(clock.nowMs() / 1000)

  const fetchAndImport = async (source: SourceRow, options: ImportOptions): Promise<'imported' | 'unchanged'> => {
    const { signal, report, again = false } = options
    const served = await sources.servedByEarlierSources(source, nowSec())
    const digest = matchDigest(await channels.all(), await sources.channels(source.id), served)
    const known = again || digest !== source.matched_with || source.problem !== '' ? '' : source.etag
    const startedMs = performance.now()
    const fetched = await fetchSource(source, known, { dataDir: config.dataDir, egress, signal })
    if (fetched === 'unchanged') return 'unchanged'
    try {
      const onMessage = (message: ImportMessage): void => {
        const event = progressEvent(message)
        if (event) report(event)
      }
      const { counts, coverage } = await runImport(
        await requestOf(source, fetched.file, { sources, channels, connection, nowSec: nowSec() }),
        { signal, onMessage },
      )
      await sources.saveCoverage(source.id, coverage)
      await sources.update(source.id, {
        etag: fetched.etag,
        matched_with: digest,
        imported_sec: nowSec(),
        channels: counts.matched,
        programmes: counts.taken,
      })
      if (counts.changed > 0) events.announce(guideChanged, {})
      const sec = (performance.now() - startedMs) / 1000
      report({ event: 'imported', address: source.address, sec, ...counts })
      return 'imported'
    } finally {
      await fetched.dispose()
    }
  }

  return {
    async importSource(source, options) {
      const { address } = source
      options.report({ event: 'started', address })
      const noteChecked = (problem: string): Promise<void> => {
        const every = source.every_minutes
        const minutes = problem === '' ? every : Math.min(every, retryMinutes)
        return sources.update(source.id, { problem, checked_sec: nowSec(), next_sec: nowSec() + minutes * 60 })
      }
      try {
        const result = await fetchAndImport(source, options)
        if (result === 'unchanged') options.report({ event: 'unchanged', address })
        await noteChecked('')
        return result
      } catch (err) {
        if (options.signal.aborted) throw err
        const known = importErrorMessage(err)
        if (known === null) log.error({ err, source: address }, 'a guide import failed unexpectedly')
        const reason = known ?? unexpected
        await noteChecked(reason)
        options.report({ event: 'failed', address, reason })
        return 'failed'
      }
    },
  }
}

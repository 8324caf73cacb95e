import { readdir, realpath, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ImportEvent, Report } from './import-events.ts'
import { nameVideos, planVideos, type PlannedVideo } from './import-plan.ts'
import { triage, type Triage } from './import-triage.ts'
import { importVideo, moveEpisode, workFolder, type ImportContext, type ImportJob } from './import-video.ts'
import type { ImportStore } from './import-store.ts'
import type { NameChange } from './name-table.ts'
import type { CheckedVideo, OperationsParts, VideoProgress } from './operations-needs.ts'
import { createProgressEstimator } from './progress-estimator.ts'
import { shownName } from './shown-name.ts'
import { changesOf, refreshFile } from './refresh-file.ts'
import { provideTitles } from './provide-titles.ts'
import type { TitleProvider } from './title-provider.ts'
import { findVideos, type Found, type FoundVideo } from './walk.ts'

export interface ImportOptions {
  folder: string
  /** The category of all titles; by default series and films get their own categories. */
  typeId?: number
  /** Also encode lower rungs for videos that are copied. */
  withLadder: boolean
  /** Corrected names, by the path relative to the folder. */
  changes?: ReadonlyMap<string, NameChange>
  /** Asked in place of the provider that the operator configured. */
  provider?: TitleProvider
  /** Files that are left for later, such as those that are still being written. */
  isLeft?: (video: FoundVideo) => boolean
  signal: AbortSignal
  report: Report
}

export type ImportSummary = Extract<ImportEvent, { event: 'end' }>

/** The range of a video's progress that each step covers. */
const steps = { copy: { from: 0, to: 0.7 }, encode: { from: 0.02, to: 0.97 }, pictures: { from: 0.97, to: 1 } } as const

interface Run extends ImportContext {
  folder: string
  /** The category that was asked for. */
  typeId: number | null
  changes: ReadonlyMap<string, NameChange>
  isLeft: (video: FoundVideo) => boolean
}

/**
 * Imports every video of a folder. A second run only does what is not done yet.
 * @throws Error with a system error code if the folder cannot be read
 */
export async function importFolder(
  store: ImportStore,
  needs: OperationsParts,
  options: ImportOptions,
): Promise<ImportSummary | 'busy' | 'NoSuchType'> {
  const { typeId, withLadder, signal, report } = options
  if (typeId !== undefined && !(await needs.titles.topOf(typeId))) return 'NoSuchType'
  const folder = await realpath(options.folder)
  await readdir(folder)
  return store.withLock(async (lost) => {
    const counted = countEvents(report)
    const all = await store.all()
    // The video of a title that was removed for good is imported as if it had never been.
    const existing = await needs.videos.existing(all.map(({ asset_id }) => asset_id))
    const rows = new Map(all.filter(({ asset_id }) => existing.has(asset_id)).map((row) => [row.path, row]))
    const run: Run = {
      store,
      needs: { ...needs, provider: options.provider ?? needs.provider },
      rows,
      withLadder,
      report: counted.report,
      folder,
      typeId: typeId ?? null,
      changes: options.changes ?? new Map(),
      isLeft: options.isLeft ?? (() => false),
      signal: AbortSignal.any([signal, lost]),
    }
    try {
      await importAll(run, (unchanged) => (counted.counts.unchanged = unchanged))
      await removeLeftovers(run)
      return counted.end(false)
    } catch (err) {
      if (!signal.aborted) throw err
      return counted.end(true)
    }
  })
}

/** Counts reported events for the summary. */
function countEvents(report: Report) {
  const counts = { imported: 0, unchanged: 0, updated: 0, moved: 0, duplicate: 0, failed: 0 }
  return {
    counts,
    report(event: ImportEvent): void {
      const { event: kind } = event
      if (kind === 'updated') counts.unchanged -= 1
      if (kind === 'imported' || kind === 'updated' || kind === 'moved' || kind === 'duplicate' || kind === 'failed')
        counts[kind] += 1
      report(event)
    },
    end(stopped: boolean): ImportSummary {
      const summary: ImportSummary = { event: 'end', ...counts, stopped }
      report(summary)
      return summary
    },
  }
}

async function importAll(run: Run, onUnchanged: (count: number) => void): Promise<void> {
  const { folder, signal, report, rows } = run
  const walked = await findVideos(folder, signal)
  const found = { ...walked, videos: walked.videos.filter((video) => !run.isLeft(video)) }
  report({ event: 'found', videos: found.videos.length })
  const kept = found.videos.filter(({ relativePath }) => run.changes.get(relativePath)?.skip !== true)
  const sorted = await triage(kept, [...rows.values()], { signal })
  // Files of a deleted title that are imported on purpose bring it back.
  await run.needs.titles.restore([...new Set(sorted.unchanged.map(({ row }) => row.origin))])
  onUnchanged(sorted.unchanged.length)
  const shown = (path: string): string => shownName(relative(folder, path) || path)
  for (const { path, reason } of [...found.refused, ...sorted.refused])
    report({ event: 'failed', file: shown(path), reason })
  for (const { video, of } of sorted.duplicates) report({ event: 'duplicate', file: shown(video.path), of: shown(of) })

  const checked = await checkAll(run, sorted, shown)
  const fresh = sorted.fresh.filter(({ path, isMoved }) => isMoved || checked.has(path))
  const planned = await planAll(run, found, { ...sorted, fresh }, shown)
  const jobs = jobsOf(planned, { ...sorted, fresh })
  for (const job of jobs) if (job.video.isMoved) await moveEpisode(job, run)
  const again = await refreshUnchanged(run, planned, sorted)
  const added = jobs.filter(({ video }) => !video.isMoved)
  const provided = await provideTitles(added, run)
  await importJobs(run, [...provided.jobs, ...again], checked)
  await provided.close()
}

const jobsOf = (planned: readonly PlannedVideo[], { fresh }: Triage): ImportJob[] => {
  const byPath = new Map(fresh.map((video) => [video.path, video]))
  return planned.flatMap((job) => {
    const video = byPath.get(job.video.path)
    return video ? [{ ...job, video }] : []
  })
}

/** Plans all files that are imported or known. */
async function planAll(
  run: Run,
  found: Found,
  sorted: Triage,
  shown: (path: string) => string,
): Promise<PlannedVideo[]> {
  const { rows, folder, changes, typeId, needs } = run
  const videos: FoundVideo[] = [...sorted.unchanged.map(({ video }) => video), ...sorted.fresh]
  const present = { ...found, videos: videos.toSorted((one, other) => (one.path < other.path ? -1 : 1)) }
  const freshPaths = new Set(sorted.fresh.filter(({ isMoved }) => !isMoved).map(({ path }) => path))
  const named = await nameVideos(present, run, freshPaths, rows)
  const moved = sorted.fresh.filter(({ known, path, isMoved }) => isMoved || known?.path !== path)
  const movedPaths = new Set(moved.map(({ path }) => path))
  const corrected = present.videos.filter(({ relativePath }) => changes.has(relativePath))
  const replanned = new Set([...movedPaths, ...corrected.map(({ path }) => path)])
  const leaving = new Set([...moved.flatMap(({ known }) => known?.path ?? []), ...corrected.map(({ path }) => path)])
  return planVideos(present, named, {
    folder,
    rows,
    isReplanned: ({ path }) => replanned.has(path),
    leaving,
    typeId,
    topOf: needs.titles.topOf,
    shown,
  })
}

/**
 * Applies corrected names, new subtitles, metadata and options to files that are imported already. Returns those that have to
 * be encoded again, for lower rungs.
 */
async function refreshUnchanged(
  run: Run,
  planned: readonly PlannedVideo[],
  { unchanged }: Triage,
): Promise<ImportJob[]> {
  const byPath = new Map(unchanged.map(({ video, row }) => [video.path, row]))
  const again: ImportJob[] = []
  for (const { video, ...job } of planned) {
    const row = byPath.get(video.path)
    if (row === undefined) continue
    run.signal.throwIfAborted()
    const whole = { ...job, video: { ...video, fingerprint: row.fingerprint, known: row, isMoved: false } }
    const changes = changesOf(job, row, run.typeId !== null || run.changes.has(video.relativePath))
    await refreshFile(whole, row, changes, run)
    if (run.withLadder && !row.with_ladder) again.push(whole)
  }
  return again
}

/**
 * Probes every new file before the first import, so that invalid files are reported early and the remaining time can be
 * estimated.
 */
async function checkAll(
  { needs, signal, report }: Run,
  { fresh }: Triage,
  shown: (path: string) => string,
): Promise<Map<string, CheckedVideo>> {
  const checked = new Map<string, CheckedVideo>()
  const unknown = fresh.filter(({ isMoved }) => !isMoved)
  for (const [index, { path }] of unknown.entries()) {
    try {
      checked.set(path, await needs.videos.check(path, signal))
    } catch (err) {
      signal.throwIfAborted()
      const reason = needs.videos.reasonOf(err)
      if (reason === null) throw err
      report({ event: 'failed', file: shown(path), reason })
    }
    report({ event: 'checked', done: index + 1, total: unknown.length })
  }
  return checked
}

async function importJobs(run: Run, jobs: readonly ImportJob[], checked: Map<string, CheckedVideo>): Promise<void> {
  const { needs, signal, report } = run
  const workOf = ({ video }: ImportJob): number => checked.get(video.path)?.workSec ?? 1
  const estimator = createProgressEstimator(
    jobs.reduce((sum, job) => sum + workOf(job), 0),
    needs.clock.nowMs(),
  )
  let doneSec = 0
  for (const [index, job] of jobs.entries()) {
    signal.throwIfAborted()
    await importVideo(job, run, ({ step, share }: VideoProgress) => {
      const { from, to } = steps[step]
      const overall = estimator.at(doneSec + workOf(job) * (from + (to - from) * share), needs.clock.nowMs())
      report({ event: 'progress', file: job.shownPath, at: index + 1, total: jobs.length, step, ...overall })
    })
    doneSec += workOf(job)
  }
}

/** Removes the work folders of files that are no longer being imported. */
async function removeLeftovers({ needs, rows }: Run): Promise<void> {
  const working = new Set(
    [...rows.values()]
      .filter(({ state }) => state === 'working')
      .map((row) => workFolder(needs.dataDir, row.fingerprint)),
  )
  const folder = join(needs.dataDir, 'work')
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (name.startsWith('import-') && !working.has(path)) await rm(path, { recursive: true, force: true })
  }
}

import { readdir, realpath, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readMediaName, readSubtitleName, videoStem } from '@yunmu/formats'
import type { ImportEvent, Report } from './import-events.ts'
import { triage, type NewVideo, type Triage } from './import-triage.ts'
import { importVideo, moveEpisode, workFolder, type ImportContext, type ImportJob } from './import-video.ts'
import type { ImportRow, ImportStore } from './import-store.ts'
import type { CheckedVideo, OperationsParts, VideoProgress } from './operations-needs.ts'
import { createProgressEstimator } from './progress-estimator.ts'
import { shownName } from './shown-name.ts'
import { planTitles, type NamedFile, type PlannedFile } from './title-plan.ts'
import { findVideos, type Found } from './walk.ts'

export interface ImportOptions {
  folder: string
  /** The category of all titles; by default series and films get their own categories. */
  typeId?: number
  /** Also encode lower rungs for videos that are copied. */
  withLadder: boolean
  signal: AbortSignal
  report: Report
}

export type ImportSummary = Extract<ImportEvent, { event: 'end' }>

/** Default categories of series and films. */
const defaultTypes = { episode: 1, film: 2 } as const
/** The range of a video's progress that each step covers. */
const steps = { copy: { from: 0, to: 0.7 }, encode: { from: 0.02, to: 0.97 }, pictures: { from: 0.97, to: 1 } } as const

interface Run extends ImportContext {
  folder: string
  categoryOf: (kind: PlannedFile['kind']) => { pidId: number; typeId: number }
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
  const top = typeId === undefined ? null : await needs.titles.topOf(typeId)
  if (typeId !== undefined && !top) return 'NoSuchType'
  const folder = await realpath(options.folder)
  await readdir(folder)
  const categoryOf: Run['categoryOf'] = (kind) => ({
    pidId: top?.pidId ?? defaultTypes[kind],
    typeId: typeId ?? defaultTypes[kind],
  })
  return store.withLock(async (lost) => {
    const counted = countEvents(report)
    const all = await store.all()
    // The video of a title that was removed for good is imported as if it had never been.
    const existing = await needs.videos.existing(all.map(({ asset_id }) => asset_id))
    const rows = new Map(all.filter(({ asset_id }) => existing.has(asset_id)).map((row) => [row.path, row]))
    const run: Run = {
      store,
      needs,
      rows,
      withLadder,
      report: counted.report,
      folder,
      categoryOf,
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
  const counts = { imported: 0, unchanged: 0, moved: 0, duplicate: 0, failed: 0 }
  return {
    counts,
    report(event: ImportEvent): void {
      const { event: kind } = event
      if (kind === 'imported' || kind === 'moved' || kind === 'duplicate' || kind === 'failed') counts[kind] += 1
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
  const found = await findVideos(folder, signal)
  report({ event: 'found', videos: found.videos.length })
  const sorted = await triage(found.videos, [...rows.values()], { signal })
  // Files of a deleted title that are imported on purpose bring it back.
  await run.needs.titles.restore([...new Set(sorted.unchanged.map(({ row }) => row.origin))])
  onUnchanged(sorted.unchanged.length)
  const shown = (path: string): string => shownName(relative(folder, path) || path)
  for (const { path, reason } of [...found.refused, ...sorted.refused])
    report({ event: 'failed', file: shown(path), reason })
  for (const { video, of } of sorted.duplicates) report({ event: 'duplicate', file: shown(video.path), of: shown(of) })

  const checked = await checkAll(run, sorted, shown)
  const fresh = sorted.fresh.filter(({ path, isMoved }) => isMoved || checked.has(path))
  const jobs = planJobs(run, found, { ...sorted, fresh }, shown)
  for (const job of jobs) if (job.video.isMoved) await moveEpisode(job, run)
  await importJobs(
    run,
    jobs.filter(({ video }) => !video.isMoved),
    checked,
  )
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

/** Plans the import of every new file, ordered by series and episode. */
function planJobs(run: Run, found: Found, sorted: Triage, shown: (path: string) => string): ImportJob[] {
  const { rows, folder, categoryOf } = run
  const currentSlot = ({ known, path, isMoved }: NewVideo): ImportRow | null =>
    known && !isMoved && known.path === path ? known : null
  const names = new Map(found.videos.map(({ path, relativePath }) => [path, readMediaName(relativePath)]))
  const present = [
    ...sorted.unchanged.map(({ video, row }) => ({ path: video.path, slot: row })),
    ...sorted.fresh.map((video) => ({ path: video.path, slot: currentSlot(video) })),
  ]
  const named = present.flatMap(({ path, slot }): NamedFile[] => {
    const name = names.get(path)
    return name ? [{ path, name, slot }] : []
  })
  const moving = new Set(sorted.fresh.filter((video) => !currentSlot(video)).map(({ known }) => known?.path))
  const taken = [...rows.values()].filter(({ path }) => !moving.has(path))
  const planned = planTitles(
    named.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    taken,
  )
  const subtitles = subtitlesByStem(folder, found)
  const jobs = sorted.fresh.flatMap((video): ImportJob[] => {
    const plan = planned.get(video.path)
    if (!plan) return []
    return [
      {
        video,
        plan,
        shownPath: shown(video.path),
        category: categoryOf(plan.kind),
        subtitles: subtitles.get(videoStem(video.relativePath)) ?? [],
        languages: names.get(video.path)?.languages ?? [],
      },
    ]
  })
  const order = [...new Set(jobs.map(({ plan }) => plan.origin))]
  return jobs.toSorted(
    ({ plan: one }, { plan: other }) =>
      order.indexOf(one.origin) - order.indexOf(other.origin) || one.level - other.level,
  )
}

/** The subtitle files of each video, by its stem. */
function subtitlesByStem(folder: string, { videos, subtitles }: Found): Map<string, string[]> {
  const stems = new Set(videos.map(({ relativePath }) => videoStem(relativePath)))
  const byStem = new Map<string, string[]>()
  for (const path of subtitles) {
    const stem = readSubtitleName(relative(folder, path)).videoStems.find((each) => stems.has(each))
    if (stem !== undefined) byStem.set(stem, [...(byStem.get(stem) ?? []), path])
  }
  return byStem
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

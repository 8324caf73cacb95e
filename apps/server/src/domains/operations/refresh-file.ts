import { nowSec } from '../../platform/process/clock.ts'
import type { ImportRow } from './import-store.ts'
import {
  placeOf,
  rowOf,
  saveRow,
  storePictures,
  titleOf,
  workFolder,
  type ImportContext,
  type ImportJob,
} from './import-video.ts'
import { remarksOf } from './episode-level-rules.ts'

/** What changed around a file that is imported already. */
export interface FileChanges {
  /** It plays elsewhere: somebody corrected its name. */
  place: boolean
  subtitles: boolean
  /** Title, category, metadata or pictures. */
  description: boolean
}

/** Compares a file with what was imported. Rows of earlier versions do not say what was written. */
export function changesOf(job: Omit<ImportJob, 'video'>, row: ImportRow, isAsked: boolean): FileChanges {
  const { plan, facts, pictures } = job
  const hasMetadata =
    facts.episodeName !== '' ||
    Object.keys(facts.title).length > 0 ||
    Object.values(pictures).some((path) => path !== undefined)
  return {
    place: row.origin !== plan.origin || row.level !== plan.level || row.source !== plan.source,
    subtitles: row.subtitles !== job.subtitlesDigest,
    description: row.applied !== job.applied && (row.applied !== '' || isAsked || hasMetadata),
  }
}

const hasChanges = ({ place, subtitles, description }: FileChanges): boolean => place || subtitles || description

/** Applies what changed around an imported file. Nothing is encoded. */
export async function refreshFile(
  job: ImportJob,
  row: ImportRow,
  changes: FileChanges,
  context: ImportContext,
): Promise<void> {
  const { needs, report, signal } = context
  const { plan, shownPath, facts } = job
  const assetId = row.asset_id
  const notes: string[] = []
  if (changes.place) {
    const place = { ...placeOf(plan), kind: plan.isExtra ? ('extra' as const) : ('main' as const) }
    const remarks =
      plan.isExtra || plan.kind === 'film' ? {} : { remarks: remarksOf(plan.kind, new Set([plan.level]), 0) }
    await needs.titles.move(assetId, { ...titleOf(job), ...remarks }, place, nowSec(needs.clock))
  }
  if (changes.subtitles) {
    const { subtitles, video } = job
    const workDir = workFolder(needs.dataDir, row.fingerprint)
    notes.push(
      '字幕已更新',
      ...(await needs.videos.replaceSubtitles({ assetId, file: video.path, subtitles, workDir, signal })),
    )
  }
  if (changes.description && !plan.isExtra) {
    const given = await storePictures(job, context, assetId)
    const hasEpisode = facts.episodeName !== '' || given.still !== null
    const episode = { ...placeOf(plan), ...(given.still === null ? {} : { still: given.still }) }
    await needs.titles.describe({ ...titleOf(job), ...given.title }, hasEpisode ? episode : null, nowSec(needs.clock))
    notes.push('资料已更新')
  }
  const stored = { assetId, state: 'done' as const, withLadder: row.with_ladder, updatedSec: nowSec(needs.clock) }
  if (hasChanges(changes) || row.applied !== job.applied) await saveRow(context, rowOf(job, stored))
  if (hasChanges(changes))
    report({ event: 'updated', file: shownPath, title: plan.titleName, episode: plan.episodeName, notes })
}

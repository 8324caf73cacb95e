import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nowSec } from '../../platform/process/clock.ts'
import { freeBytes } from '../../platform/process/data-folder.ts'
import type { Report } from './import-events.ts'
import type { ImportRow, ImportStore } from './import-store.ts'
import type { NewVideo } from './import-triage.ts'
import { remarksOf } from './episode-level-rules.ts'
import type { NameChange } from './name-table.ts'
import type { FileFacts } from './metadata-rules.ts'
import type {
  EpisodePlace,
  GivenPicture,
  ImportedTitle,
  ImportedVideo,
  OperationsParts,
  VideoProgress,
} from './operations-needs.ts'
import { extrasSource, sourcePosition, type PlannedFile } from './title-plan.ts'

export interface ImportJob {
  video: NewVideo
  plan: PlannedFile
  subtitles: readonly string[]
  /** Changes with the subtitle files. */
  subtitlesDigest: string
  /** What files beside and inside the video say. */
  facts: FileFacts
  /** Picture files beside it, by their use. */
  pictures: Partial<Record<GivenPicture['kind'], string | undefined>>
  correction: NameChange | null
  /** Changes with what is written of its title and episode, pictures included. */
  applied: string
  category: { pidId: number; typeId: number }
  /** Languages stated by the file's name, BCP 47. */
  languages: readonly string[]
  /** Path for reports. */
  shownPath: string
}

export interface ImportContext {
  store: ImportStore
  needs: OperationsParts
  /** All imported files by path; updated during the import. */
  rows: Map<string, ImportRow>
  withLadder: boolean
  signal: AbortSignal
  report: Report
}

/** Free space that an import leaves to other writers. */
const minFreeBytes = 500_000_000

/** Languages as the filters of lists name them. */
const languageNames: Record<string, string> = {
  zh: '国语',
  cmn: '国语',
  yue: '粤语',
  nan: '闽南语',
  en: '英语',
  ja: '日语',
  ko: '韩语',
  fr: '法语',
  de: '德语',
}

/** Folder for finished steps of a file's import. */
export const workFolder = (dataDir: string, fingerprint: string): string =>
  join(dataDir, 'work', `import-${fingerprint}`)

export function rowOf(
  job: ImportJob,
  {
    assetId,
    state,
    updatedSec,
    withLadder,
  }: { assetId: number; updatedSec: number } & Pick<ImportRow, 'state'> & {
      withLadder: boolean
    },
): ImportRow {
  const { video, plan } = job
  return {
    path: video.path,
    size: video.size,
    mtime_ms: video.mtimeMs,
    fingerprint: video.fingerprint,
    origin: plan.origin,
    source: plan.source,
    level: plan.level,
    asset_id: assetId,
    state,
    updated_at: updatedSec,
    with_ladder: withLadder,
    subtitles: job.subtitlesDigest,
    applied: job.applied,
    correction: job.correction,
  }
}

export async function saveRow(context: ImportContext, row: ImportRow): Promise<void> {
  await context.store.save(row)
  for (const [path, other] of context.rows) if (other.fingerprint === row.fingerprint) context.rows.delete(path)
  context.rows.set(row.path, row)
}

/**
 * Imports one video: asset, title, episode. A file that cannot be imported is reported and leaves no traces.
 * @throws the reason of the signal, and errors that are not caused by the file
 */
export async function importVideo(
  job: ImportJob,
  context: ImportContext,
  onProgress: (progress: VideoProgress) => void,
): Promise<void> {
  const { needs, store, signal, report } = context
  const { video, plan, shownPath } = job
  const startMs = needs.clock.nowMs()
  const assetId = video.known?.asset_id ?? (await needs.videos.create(nowSec(needs.clock)))
  const workDir = workFolder(needs.dataDir, video.fingerprint)
  const row = (state: ImportRow['state']): ImportRow =>
    rowOf(job, { assetId, state, updatedSec: nowSec(needs.clock), withLadder: context.withLadder })
  await saveRow(context, row('working'))
  try {
    if (freeBytes(needs.dataDir) < minFreeBytes + video.size) throw new FullDisk('磁盘空间不足')
    const { subtitles } = job
    const request = {
      assetId,
      file: video.path,
      subtitles,
      workDir,
      withLadder: context.withLadder,
      signal,
      onProgress,
    }
    const imported = await needs.videos.ingest(request)
    await publish(job, context, assetId, imported)
    await saveRow(context, row('done'))
    const { way, resumedChunks, notes } = imported
    const sec = Math.round((needs.clock.nowMs() - startMs) / 100) / 10
    report({
      event: 'imported',
      file: shownPath,
      title: plan.titleName,
      episode: plan.episodeName,
      way,
      resumedChunks,
      notes,
      sec,
    })
  } catch (err) {
    signal.throwIfAborted()
    const reason = err instanceof FullDisk ? err.message : needs.videos.reasonOf(err)
    if (reason === null) throw err
    needs.log.warn({ err, file: shownPath }, 'a file was not imported')
    await rm(workDir, { recursive: true, force: true })
    if (video.known === null) {
      await needs.videos.remove([assetId])
      await store.remove(video.path)
      context.rows.delete(video.path)
    }
    report({ event: 'failed', file: shownPath, reason })
  }
}

class FullDisk extends Error {}

/** Other imported files of the same title. */
const othersOf = ({ plan, video }: ImportJob, { rows }: ImportContext): ImportRow[] =>
  [...rows.values()].filter(
    ({ origin, source, state, fingerprint }) =>
      origin === plan.origin && source !== extrasSource && state === 'done' && fingerprint !== video.fingerprint,
  )

const levelsOf = (job: ImportJob, context: ImportContext): ReadonlySet<number> =>
  new Set([job.plan.level, ...othersOf(job, context).map(({ level }) => level)])

/** A title as the files of the import describe it. */
export function titleOf({ plan, category, facts }: Pick<ImportJob, 'plan' | 'category' | 'facts'>): ImportedTitle {
  const alias = [...new Set([...(facts.title.alias ?? []), ...plan.aliases])]
  const latin = facts.title.latin ?? plan.aliases.find((name) => /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]+$/u.test(name))
  return {
    ...facts.title,
    ...(alias.length > 0 ? { alias } : {}),
    ...(latin === undefined ? {} : { latin }),
    ...(plan.isInParts ? { totalEpisodes: 1 } : {}),
    origin: plan.origin,
    ...category,
    name: plan.titleName,
    letter: plan.letter,
    ...(plan.kind === 'episode'
      ? {
          series: plan.series,
          season: plan.season,
        }
      : {}),
    ...(plan.year > 0 ? { year: plan.year } : {}),
  }
}

export const placeOf = ({ source, level, episodeName }: PlannedFile): EpisodePlace => ({
  source,
  sourcePosition: sourcePosition(source),
  level,
  name: episodeName,
})

/** Saves title and episode, or an extra. A title's pictures are those of its first episode, or the ones beside it. */
async function publish(
  job: ImportJob,
  context: ImportContext,
  assetId: number,
  imported: ImportedVideo,
): Promise<void> {
  const { plan, languages, facts } = job
  const { titles, clock } = context.needs
  const { still, ...cut } = imported.pictures
  const given = await storePictures(job, context, assetId)
  const episode = {
    ...placeOf(plan),
    still: given.still ?? still,
    assetId,
    durationMs: imported.durationMs,
    state: 'ready' as const,
    ...(facts.introSec > 0 ? { introSec: facts.introSec } : {}),
    ...(facts.outroSec > 0 ? { outroSec: facts.outroSec } : {}),
  }
  if (plan.isExtra) return titles.saveExtra({ ...titleOf(job), ...cut }, episode, nowSec(clock))
  const isFirst = othersOf(job, context).every(({ level }) => level > plan.level)
  const lang = languageNames[languages[0] ?? imported.language.split('-')[0] ?? '']
  await titles.save(
    {
      ...titleOf(job),
      remarks: remarksOf(plan.kind, levelsOf(job, context), imported.height),
      ...(lang === undefined ? {} : { lang }),
      ...(isFirst ? cut : {}),
      ...given.title,
    },
    episode,
    nowSec(clock),
  )
}

/** Stores the pictures beside a video. What is no picture is left out. */
export async function storePictures(
  { pictures, plan }: Pick<ImportJob, 'pictures' | 'plan'>,
  { needs }: Pick<ImportContext, 'needs'>,
  assetId: number,
): Promise<{ still: string | null; title: Pick<ImportedTitle, 'poster' | 'backdrop' | 'logo'> }> {
  const store = async (kind: GivenPicture['kind']): Promise<string | null> => {
    const file = pictures[kind]
    return file === undefined ? null : needs.videos.storePicture({ assetId, kind, file })
  }
  const [poster, backdrop, logo] = plan.isExtra
    ? [null, null, null]
    : [await store('poster'), await store('backdrop'), await store('logo')]
  return {
    still: await store('still'),
    title: {
      ...(poster === null ? {} : { poster }),
      ...(backdrop === null ? {} : { backdrop }),
      ...(logo === null ? {} : { logo }),
    },
  }
}

/** Saves the new path of an imported file. If the new name means another episode, its video moves there. */
export async function moveEpisode(job: ImportJob, context: ImportContext): Promise<void> {
  const { needs, report } = context
  const { video, plan, shownPath } = job
  const known = video.known
  if (!known) return
  if (known.origin !== plan.origin || known.level !== plan.level || known.source !== plan.source) {
    const remarks =
      plan.kind === 'episode' && !plan.isExtra ? { remarks: remarksOf(plan.kind, levelsOf(job, context), 0) } : {}
    const place = { ...placeOf(plan), kind: plan.isExtra ? ('extra' as const) : ('main' as const) }
    await needs.titles.move(known.asset_id, { ...titleOf(job), ...remarks }, place, nowSec(needs.clock))
  }
  const facts = { assetId: known.asset_id, state: 'done' as const, withLadder: known.with_ladder }
  await saveRow(context, rowOf(job, { ...facts, updatedSec: nowSec(needs.clock) }))
  report({ event: 'moved', file: shownPath, title: plan.titleName, episode: plan.episodeName })
}

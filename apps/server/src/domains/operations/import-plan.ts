import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { readMediaName, readSubtitleName, videoStem, type MediaName } from '@yunmu/formats'
import { createBesideIndex } from './beside-files.ts'
import { categoryOfFolders } from './category-rules.ts'
import type { ImportRow } from './import-store.ts'
import type { ImportContext, ImportJob } from './import-video.ts'
import {
  entryFor,
  factsOfNfo,
  factsOfTags,
  namedByNfo,
  namedByTags,
  needsTags,
  openingsOf,
  type FileFacts,
} from './metadata-rules.ts'
import type { NameChange } from './name-table.ts'
import type { EmbeddedDetails } from './operations-needs.ts'
import { planTitles, type NamedFile, type Slot } from './title-plan.ts'
import type { Found, FoundVideo } from './walk.ts'

/** What is known of a file before it is planned. */
export interface NamedVideo {
  name: MediaName
  facts: FileFacts
  /** What files beside it say, which is compared in the next import: the video itself is not opened then. */
  stated: Pick<FileFacts, 'title' | 'episodeName'>
  pictures: ImportJob['pictures']
  /** The category that somebody chose for this file; null by folders and options. */
  typeId: number | null
  correction: NameChange | null
}

export interface Naming extends Pick<ImportContext, 'needs' | 'signal'> {
  folder: string
  /** Corrections of a table, by the path relative to the folder. */
  changes: ReadonlyMap<string, NameChange>
}

/** Category of a title by what its files say; the first file decides. */
const DEFAULT_TYPES = { episode: 1, film: 2 } as const

/**
 * Names every video by its path, the metadata files beside it, its own tags and the corrections of the operator, each more
 * reliable than the ones before.
 * @param fresh the paths of files that are imported now; only these are opened
 */
export async function nameVideos(
  found: Found,
  naming: Naming,
  fresh: ReadonlySet<string>,
  rows: ReadonlyMap<string, ImportRow>,
): Promise<Map<string, NamedVideo>> {
  const index = createBesideIndex(naming.folder, found)
  const named = new Map<string, NamedVideo>()
  for (const video of found.videos) {
    naming.signal.throwIfAborted()
    const change = naming.changes.get(video.relativePath) ?? rows.get(video.path)?.correction ?? undefined
    if (change?.skip === true) continue
    const parsed = readMediaName(video.relativePath)
    const isOpened = fresh.has(video.path) || needsTags(parsed, rows.get(video.path)?.origin ?? null)
    const details = isOpened ? await naming.needs.videos.details(video.path, naming.signal) : null
    named.set(video.path, await nameVideo(video, parsed, { index, details, change }))
  }
  return named
}

async function nameVideo(
  video: FoundVideo,
  parsed: MediaName,
  {
    index,
    details,
    change,
  }: {
    index: ReturnType<typeof createBesideIndex>
    details: EmbeddedDetails | null
    change: NameChange | undefined
  },
): Promise<NamedVideo> {
  const beside = await index.of(video.path, parsed)
  const own = entryFor(beside.own, parsed)
  const tagged = details === null ? parsed : namedByTags(parsed, details)
  const name = namedByNfo(tagged, own, beside.show)
  const isEpisode = own?.kind === 'episode'
  const ofTitle = beside.show ?? (own?.kind === 'movie' ? own : undefined)
  const stated = {
    title: ofTitle === undefined ? {} : factsOfNfo(ofTitle),
    episodeName: (isEpisode ? own.title : '') || (change?.facts?.episodeName ?? ''),
  }
  const ofTags = details === null || name.kind !== 'film' ? {} : factsOfTags(details)
  return {
    name: change === undefined ? name : { ...name, ...change.name },
    facts: {
      ...stated,
      title: { ...ofTags, ...stated.title },
      ...openings(details, change),
    },
    stated,
    pictures: { poster: beside.poster, backdrop: beside.backdrop, logo: beside.logo, still: beside.still },
    typeId: change?.typeId ?? null,
    correction: change ?? null,
  }
}

/** Chapters of the file itself say more than another program. */
function openings(
  details: EmbeddedDetails | null,
  change: NameChange | undefined,
): Pick<FileFacts, 'introSec' | 'outroSec'> {
  const own = details === null ? { introSec: 0, outroSec: 0 } : openingsOf(details)
  const { introSec = 0, outroSec = 0 } = change?.facts ?? {}
  return { introSec: own.introSec || introSec, outroSec: own.outroSec || outroSec }
}

export interface PlannedVideo extends Omit<ImportJob, 'video'> {
  video: FoundVideo
}

export interface PlanOptions {
  folder: string
  rows: ReadonlyMap<string, ImportRow>
  /** Files that do not keep their place: moved ones, and those that a table corrects. */
  isReplanned: (video: FoundVideo) => boolean
  /** Paths of rows whose places become free. */
  leaving: ReadonlySet<string>
  /** The category of the run; null by folders. */
  typeId: number | null
  topOf: (typeId: number) => Promise<{ pidId: number } | null>
  shown: (path: string) => string
}

/** Plans title, episode and category of every video, ordered by series and episode. */
export async function planVideos(
  found: Found,
  named: ReadonlyMap<string, NamedVideo>,
  options: PlanOptions,
): Promise<PlannedVideo[]> {
  const { folder, rows, isReplanned, leaving, shown } = options
  const slotOf = (video: FoundVideo): Slot | null => (isReplanned(video) ? null : (rows.get(video.path) ?? null))
  const files = byQuality(found.videos, named).flatMap((video): NamedFile[] => {
    const name = named.get(video.path)?.name
    return name ? [{ path: video.path, name, slot: slotOf(video) }] : []
  })
  const planned = planTitles(
    files,
    [...rows.values()].filter(({ path }) => !leaving.has(path)),
  )
  const subtitles = subtitlesByStem(folder, found)
  const categories = new Map<string, number>()
  const jobs: PlannedVideo[] = []
  for (const video of found.videos) {
    const plan = planned.get(video.path)
    const known = named.get(video.path)
    if (!plan || !known) continue
    const chosen =
      known.typeId ?? options.typeId ?? categories.get(plan.origin) ?? categoryOfFolders(video.relativePath)
    const typeId = chosen ?? DEFAULT_TYPES[plan.kind]
    if (!plan.isExtra) categories.set(plan.origin, typeId)
    const category = { pidId: (await options.topOf(typeId))?.pidId ?? typeId, typeId }
    const beside = subtitles.get(videoStem(video.relativePath)) ?? []
    const facts = { ...known.facts, title: known.facts.title }
    const { pictures, name } = known
    jobs.push({
      video,
      plan:
        facts.episodeName === '' || plan.isExtra
          ? plan
          : { ...plan, episodeName: withEpisodeName(plan.episodeName, facts) },
      shownPath: shown(video.path),
      category,
      subtitles: beside,
      subtitlesDigest: await digestOfFiles(beside),
      languages: name.languages,
      facts,
      pictures,
      correction: known.correction,
      applied: digestOf([
        category,
        plan,
        known.stated,
        await digestOfFiles(Object.values(pictures).filter((path) => path !== undefined)),
      ]),
    })
  }
  const order = [...new Set(jobs.map(({ plan }) => plan.origin))]
  return jobs.toSorted(
    ({ plan: one }, { plan: other }) =>
      order.indexOf(one.origin) - order.indexOf(other.origin) || one.level - other.level,
  )
}

/** Pages show numbers themselves; days and parts stay before the name. */
function withEpisodeName(number: string, { episodeName }: Pick<FileFacts, 'episodeName'>): string {
  const isBare = /^(?:第\s*\d+\s*[集话期]|episode \d+)$/iu.test(episodeName)
  if (isBare || episodeName === number) return number
  return /^第\d+集$/u.test(number) ? episodeName : `${number} ${episodeName}`
}

/** Of several files of an episode, the best becomes the first source. */
function byQuality(videos: readonly FoundVideo[], named: ReadonlyMap<string, NamedVideo>): FoundVideo[] {
  const heightOf = ({ path }: FoundVideo): number => Number.parseInt(named.get(path)?.name.quality ?? '0', 10)
  return videos.toSorted((one, other) => heightOf(other) - heightOf(one) || (one.path < other.path ? -1 : 1))
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/** Changes when a file is added, removed or written again; empty for none. */
async function digestOfFiles(paths: readonly string[]): Promise<string> {
  if (paths.length === 0) return ''
  const facts = paths.toSorted().map(async (path) => {
    const stats = await stat(path).catch(() => null)
    return [path, stats?.size, Math.floor(stats?.mtimeMs ?? 0)]
  })
  return digestOf(await Promise.all(facts))
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

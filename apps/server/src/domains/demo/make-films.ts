import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  bundledFilm,
  episodeFilmsOf,
  filmFile,
  filmScripts,
  framesPerSec,
  hasEncoder,
  heightsOf,
  programme,
  renderInWorker,
  shotSec,
  type FilmScript,
} from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import type { FilmProgress, FilmReport } from './film-progress.ts'
import { originOf } from './title-rules.ts'

type Parts = { store: DemoStore; progress: FilmProgress } & Pick<DemoParts, 'media' | 'catalog' | 'dataDir' | 'log'>

interface MissingFilm {
  script: FilmScript
  assetId: number
}

const noEncoder = '演示短片需要 ffmpeg：装好以后重新启动，就会自动制作'

/** How often a running job checks whether the programme was removed meanwhile. */
const cancelPollMs = 3000

/** Temporary files of films that are being made. */
export const workFolder = (dataDir: string): string => join(dataDir, 'work', 'demo')

/** The films that are not made yet, with their assets, in the order in which they are made. */
export async function missingFilms({ store, media }: Pick<Parts, 'store' | 'media'>): Promise<MissingFilm[]> {
  const films = await store.films()
  const states = await media.assetState(filmScripts.flatMap(({ name }) => films.get(name) ?? []))
  return filmScripts.flatMap((script) => {
    const assetId = films.get(script.name)
    const state = assetId === undefined ? undefined : states.get(assetId)?.state
    return assetId === undefined || state === undefined || state === 'ready' ? [] : [{ script, assetId }]
  })
}

/** How long a film takes on a small server, as long as none was made. */
export const secondsPerFilm = 10
const filmsAtATime = Math.min(2, availableParallelism())

/** The number of films that will be made; none without ffmpeg. */
export async function pendingFilms(parts: Pick<Parts, 'store' | 'media'>): Promise<number> {
  const { length } = await missingFilms(parts)
  return length > 0 && (await hasEncoder()) ? length : 0
}

/** Publishes the film that lies in the repository, so that something can be played at once. Takes a second. */
export async function publishBundledFilm(parts: Omit<Parts, 'progress'>): Promise<void> {
  const bundled = (await missingFilms(parts)).find(({ script }) => script.name === bundledFilm.name)
  if (!bundled || !existsSync(bundledFilm.file) || !(await hasEncoder())) return
  await publish(parts, bundled, bundledFilm.file, new AbortController().signal)
}

/**
 * Makes the missing films, several at a time, and calls `onMade` after each. A
 * film that a killed process had rendered is not rendered again. Returns early when the programme is removed meanwhile.
 * @throws the reason of the signal
 */
export async function makeFilms(
  parts: Parts,
  signal: AbortSignal,
  onMade: (report: FilmReport) => Promise<void>,
): Promise<void> {
  const missing = await missingFilms(parts)
  if (missing.length === 0) return
  if (!(await hasEncoder())) {
    parts.log.warn(noEncoder)
    for (const { assetId } of missing) await parts.media.failAsset(assetId, noEncoder)
    return
  }
  const { progress } = parts
  progress.enqueue(
    missing.map(({ script }) => script.name),
    performance.now(),
  )
  const queue = [...missing]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      signal.throwIfAborted()
      const { name } = next.script
      progress.begin(name, performance.now())
      if (!(await makeWanted(parts, next, signal))) {
        queue.length = 0
        return
      }
      progress.end(name, performance.now())
      await onMade(progress.report(performance.now()))
    }
  }
  try {
    await Promise.all(Array.from({ length: filmsAtATime }, work))
  } finally {
    progress.stop()
  }
}

/** Makes a film unless the programme is removed. Returns whether it was made. */
async function makeWanted(parts: Parts, film: MissingFilm, signal: AbortSignal): Promise<boolean> {
  const isWanted = async (): Promise<boolean> => (await parts.store.films()).get(film.script.name) === film.assetId
  if (!(await isWanted())) return false
  const unwanted = new AbortController()
  const poll = setInterval(() => {
    isWanted().then(
      (wanted) => wanted || unwanted.abort(),
      () => undefined,
    )
  }, cancelPollMs)
  try {
    await makeFilm(parts, film, AbortSignal.any([signal, unwanted.signal]))
    return true
  } catch (err) {
    signal.throwIfAborted()
    if (!(await isWanted())) return false
    throw err
  } finally {
    clearInterval(poll)
  }
}

async function makeFilm(parts: Parts, film: MissingFilm, signal: AbortSignal): Promise<void> {
  const { name } = film.script
  const folder = join(workFolder(parts.dataDir), name)
  const startMs = performance.now()
  await mkdir(folder, { recursive: true })
  if (!existsSync(filmFile(folder))) await renderInWorker({ name, folder }, signal)
  await publish(parts, film, filmFile(folder), signal)
  await rm(folder, { recursive: true, force: true })
  const seconds = Math.round((performance.now() - startMs) / 100) / 10
  parts.log.info({ film: name, seconds }, 'a film of the demonstration programme is ready')
}

/** Publishes a film, which makes the episodes that play it ready, and takes their pictures from it. */
async function publish(
  { media, catalog }: Pick<Parts, 'media' | 'catalog'>,
  { script, assetId }: MissingFilm,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const heights = heightsOf(script)
  const frameRate = framesPerSec
  const { stills } = await media.publishFilm({ assetId, file, heights, frameRate, segmentSec: shotSec, signal })
  const titleId = (await catalog.demoIds()).get(originOf(script.name))
  const title = programme.find(({ slug }) => slug === script.name)
  if (titleId === undefined || !title) return
  const episodes = episodeFilmsOf(title)
  await catalog.saveStills(titleId, new Map(episodes.map(({ level, firstShot }) => [level, stills[firstShot] ?? ''])))
}

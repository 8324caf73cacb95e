import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { canDrawChinese } from '../../../platform/process/lettering-fonts.ts'
import type { DemoNeeds } from '../demo-needs.ts'
import type { DemoStore } from '../demo-store.ts'
import type { FilmScript } from './film-script.ts'
import { filmScripts } from './film-scripts.ts'
import type { FilmOrder } from './render-worker.ts'
import { subtitleFile } from './subtitle-file.ts'
import { workFolder } from './work-folder.ts'

type Parts = { store: DemoStore } & Pick<DemoNeeds, 'media' | 'dataDir' | 'log'>

const noEncoder = '演示短片需要 ffmpeg：装好以后重新启动，就会自动制作'

const noFont = '没有中文字体：演示短片上不写字'

/** How soon a film is given up when the programme is removed. */
const lookEveryMs = 3000

/** The films that are not made yet, in the order of making, with their assets. */
export async function missingFilms({
  store,
  media,
}: Pick<Parts, 'store' | 'media'>): Promise<{ script: FilmScript; assetId: number }[]> {
  const films = await store.films()
  const states = await media.assetState([...films.values()])
  return filmScripts.flatMap((script) => {
    const assetId = films.get(script.name)
    const state = assetId === undefined ? undefined : states.get(assetId)?.state
    return assetId === undefined || state === undefined || state === 'ready' ? [] : [{ script, assetId }]
  })
}

/** How many films are on their way: none where nothing can make them. */
export async function filmsToMake(parts: Pick<Parts, 'store' | 'media'>): Promise<number> {
  const missing = await missingFilms(parts)
  return missing.length > 0 && (await hasEncoder()) ? missing.length : 0
}

/**
 * Makes what is missing, one film after the other. What a run that was killed has finished of a film is taken up again.
 * Ends quietly where the programme is removed meanwhile. `onMade` is told of each film.
 * @throws the reason of the signal
 */
export async function makeFilms(parts: Parts, signal: AbortSignal, onMade: () => Promise<void>): Promise<void> {
  const missing = await missingFilms(parts)
  if (missing.length === 0) return
  if (!(await hasEncoder())) {
    parts.log.warn(noEncoder)
    for (const { assetId } of missing) await parts.media.failAsset(assetId, noEncoder)
    return
  }
  const lettering = await canDrawChinese()
  if (!lettering) parts.log.warn(noFont)
  for (const { script, assetId } of missing) {
    signal.throwIfAborted()
    if (!(await isWanted(parts, script, assetId))) return
    const unwanted = new AbortController()
    const watch = setInterval(() => {
      isWanted(parts, script, assetId).then(
        (wanted) => wanted || unwanted.abort(),
        () => undefined,
      )
    }, lookEveryMs)
    try {
      await makeFilm({ ...parts, lettering }, script, assetId, AbortSignal.any([signal, unwanted.signal]))
      await onMade()
    } catch (err) {
      signal.throwIfAborted()
      if (!(await isWanted(parts, script, assetId))) return
      throw err
    } finally {
      clearInterval(watch)
    }
  }
}

async function isWanted({ store }: Parts, { name }: FilmScript, assetId: number): Promise<boolean> {
  return (await store.films()).get(name) === assetId
}

async function makeFilm(
  { media, dataDir, log, lettering }: Parts & { lettering: boolean },
  script: FilmScript,
  assetId: number,
  signal: AbortSignal,
) {
  const folder = join(workFolder(dataDir), script.name)
  const film = join(folder, 'film.mp4')
  const startMs = performance.now()
  if (!existsSync(film)) {
    // Drafts of a run that was killed.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await renderApart({ name: script.name, folder, lettering }, signal)
  }
  const renderedMs = performance.now()
  const subtitles = join(folder, 'film.zh-Hans.vtt')
  await writeFile(subtitles, subtitleFile(script.lines))
  const workDir = join(folder, 'ingest')
  await media.bringIn({ assetId, file: film, subtitles: [subtitles], workDir, withLadder: true, signal })
  await rm(folder, { recursive: true, force: true })
  const seconds = (ms: number): number => Math.round(ms / 100) / 10
  log.info(
    { film: script.name, paintedSec: seconds(renderedMs - startMs), cutSec: seconds(performance.now() - renderedMs) },
    'a film of the demonstration programme is ready',
  )
}

/** Paints a film in a thread of its own. */
async function renderApart(workerData: FilmOrder, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) => {
        if (code === 0) resolve()
        else reject(new Error(`the painting of ${workerData.name} ended with ${code}`))
      })
    })
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function hasEncoder(): Promise<boolean> {
  try {
    await promisify(execFile)(process.env.FFMPEG_PATH || 'ffmpeg', ['-hide_banner', '-version'])
    return true
  } catch {
    return false
  }
}

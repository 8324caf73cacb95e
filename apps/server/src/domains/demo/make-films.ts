import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filmScripts, hasEncoder, renderInWorker, subtitleFile, type FilmScript } from '@yunmu/demo'
import { canDrawChinese } from '../../platform/process/chinese-fonts.ts'
import type { DemoNeeds } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'

type Parts = { store: DemoStore } & Pick<DemoNeeds, 'media' | 'dataDir' | 'log'>

const noEncoder = '演示短片需要 ffmpeg：装好以后重新启动，就会自动制作'

const noFont = '没有中文字体：演示短片上不写字'

/** How often a running job checks whether the programme was removed meanwhile. */
const cancelPollMs = 3000

/** Temporary files of films that are being made. */
export const workFolder = (dataDir: string): string => join(dataDir, 'work', 'demo')

/** The films that are not made yet, with their assets, in the order in which they are made. */
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

/** Number of films that will be made; 0 without ffmpeg. */
export async function pendingFilmCount(parts: Pick<Parts, 'store' | 'media'>): Promise<number> {
  const missing = await missingFilms(parts)
  return missing.length > 0 && (await hasEncoder()) ? missing.length : 0
}

/**
 * Makes the missing films one after the other and calls `onMade` after each. A film that a killed process had rendered
 * is not rendered again. Returns early when the programme is removed meanwhile.
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
  const hasText = await canDrawChinese()
  if (!hasText) parts.log.warn(noFont)
  for (const { script, assetId } of missing) {
    signal.throwIfAborted()
    if (!(await isWanted(parts, script, assetId))) return
    const unwanted = new AbortController()
    const poll = setInterval(() => {
      isWanted(parts, script, assetId).then(
        (wanted) => wanted || unwanted.abort(),
        () => undefined,
      )
    }, cancelPollMs)
    try {
      await makeFilm({ ...parts, hasText }, script, assetId, AbortSignal.any([signal, unwanted.signal]))
      await onMade()
    } catch (err) {
      signal.throwIfAborted()
      if (!(await isWanted(parts, script, assetId))) return
      throw err
    } finally {
      clearInterval(poll)
    }
  }
}

async function isWanted({ store }: Parts, { name }: FilmScript, assetId: number): Promise<boolean> {
  return (await store.films()).get(name) === assetId
}

async function makeFilm(
  { media, dataDir, log, hasText }: Parts & { hasText: boolean },
  script: FilmScript,
  assetId: number,
  signal: AbortSignal,
) {
  const folder = join(workFolder(dataDir), script.name)
  const film = join(folder, 'film.mp4')
  const startMs = performance.now()
  if (!existsSync(film)) {
    // Removes temporary files that a killed process left.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await renderInWorker({ name: script.name, folder, hasText }, signal)
  }
  const renderedMs = performance.now()
  const subtitles = join(folder, 'film.zh-Hans.vtt')
  await writeFile(subtitles, subtitleFile(script.lines))
  const workDir = join(folder, 'ingest')
  await media.bringIn({ assetId, file: film, subtitles: [subtitles], workDir, withLadder: true, signal })
  await rm(folder, { recursive: true, force: true })
  const seconds = (ms: number): number => Math.round(ms / 100) / 10
  log.info(
    { film: script.name, renderSec: seconds(renderedMs - startMs), ingestSec: seconds(performance.now() - renderedMs) },
    'a film of the demonstration programme is ready',
  )
}

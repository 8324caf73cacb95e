import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { heightsOf, type FilmScript, type Shot } from './film-script.ts'
import { hasParallax, shotLayers } from './picture/shot-layers.ts'
import { shotArgs } from './picture/shot-args.ts'
import { weatherLayers } from './picture/weather-layers.ts'
import { renderScore, wavOf } from './score/render-score.ts'

/** The finished film in its folder: one video track for each of `heightsOf`, and the sound. */
export const filmFile = (folder: string): string => join(folder, 'film.mp4')

const shotFile = (shot: number, height: number): string => `shot-${shot}-${height}.mp4`

/** Horizontal position of the subject that a camera moves towards. */
const subjectX = 0.65

/**
 * Renders a film into `folder`. Shots that an interrupted run finished there are not rendered again, and the film gets
 * its name only when it is complete.
 * @throws Error with the end of ffmpeg's standard error
 */
export async function renderFilm(script: FilmScript, folder: string): Promise<void> {
  for (const at of script.shots.keys()) await renderShot(script, at, folder)
  const sound = join(folder, 'score.wav')
  await writeFile(sound, wavOf(renderScore(script.score, script.name, script.shots.length)))
  const heights = heightsOf(script)
  const lists = heights.map((height) => join(folder, `shots-${height}.txt`))
  for (const [at, height] of heights.entries())
    await writeFile(lists[at] ?? '', script.shots.map((_, shot) => `file '${shotFile(shot, height)}'\n`).join(''))
  const inputs = lists.flatMap((list) => ['-f', 'concat', '-safe', '0', '-i', `file:${list}`])
  const maps = heights.flatMap((_, at) => ['-map', `${at}:v`])
  const codecs = ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '80k', '-map_metadata', '-1', '-movflags', '+faststart']
  const temporary = `${filmFile(folder)}.tmp`
  const all = [...inputs, '-i', `file:${sound}`, ...maps, '-map', `${heights.length}:a`, ...codecs]
  await runFfmpeg([...all, '-f', 'mp4', `file:${temporary}`])
  await rm(sound)
  await rename(temporary, filmFile(folder))
}

async function renderShot(script: FilmScript, at: number, folder: string): Promise<void> {
  const shot = script.shots[at]
  const done = heightsOf(script).map((height) => ({ height, file: join(folder, shotFile(at, height)) }))
  if (!shot || done.every(({ file }) => existsSync(file))) return
  const files = await writeLayers(shot, script.height, folder)
  await runFfmpeg(
    shotArgs({
      layers: files,
      height: script.height,
      light: shot.light,
      zoomTo: shot.move === 'in' && !hasParallax(shot) ? subjectX : null,
      rungs: done.map(({ height, file }) => ({ height, file: `${file}.tmp` })),
    }),
  )
  for (const { file } of files) await rm(file)
  for (const { file } of done) await rename(`${file}.tmp`, file)
}

/** Draws the layers of a shot and writes each to a file. */
async function writeLayers(shot: Shot, height: FilmScript['height'], folder: string) {
  const layers = [...(await shotLayers(shot, height)), ...(await weatherLayers(shot, height))]
  return Promise.all(
    layers.map(async ({ frames, ...layer }, index) => {
      const file = join(folder, `layer-${index}.rgba`)
      await writeFile(file, frames)
      return { ...layer, file, frames: frames.length }
    }),
  )
}

async function runFfmpeg(args: readonly string[]): Promise<void> {
  const program = process.env.FFMPEG_PATH || 'ffmpeg'
  try {
    await promisify(execFile)('nice', ['-n', '10', program, '-hide_banner', '-v', 'error', '-y', ...args])
  } catch (err) {
    const stderr = err instanceof Error && 'stderr' in err ? String(err.stderr).slice(-2000) : String(err)
    throw new Error(`ffmpeg failed: ${stderr}`, { cause: err })
  }
}

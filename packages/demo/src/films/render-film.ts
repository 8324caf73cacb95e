import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { drawTitleCards, type TitleCards } from './picture/title-cards.ts'
import { createPostProcess, crossFade, overlayCard } from './picture/post-process.ts'
import { durationSecOf, type FilmScript, type SceneScript } from './film-script.ts'
import { renderScene } from './picture/render-scene.ts'
import { blackImage, type YuvImage } from './picture/yuv-image.ts'
import { loadScene, type SceneLayer } from './picture/scene-layers.ts'
import { renderScore, wavOf } from './score/render-score.ts'
import { createParticles, type Particles } from './picture/particles.ts'

const framesPerSec = 24
const crossFadeSec = 1.6
const fadeSec = 1.4
/** In frames. A key frame every two seconds allows segments of four seconds without re-encoding. */
const keyFrameInterval = framesPerSec * 2

/** A scene that is on screen, with its rasterised layers. */
interface ActiveScene {
  scene: SceneScript
  layers: SceneLayer[]
  particles: Particles | null
  startSec: number
}

/** A trapezoid: 0 outside `fromSec` to `toSec`, 1 inside, with linear ramps of `rampSec` at both ends. */
function fadeEnvelope(sec: number, fromSec: number, toSec: number, rampSec: number): number {
  return Math.max(0, Math.min(1, (sec - fromSec) / rampSec, (toSec - sec) / rampSec))
}

/** State shared by all frames of a film. */
interface RenderContext {
  script: FilmScript
  totalSec: number
  frame: YuvImage
  /** The second scene during a cross-fade. */
  incoming: YuvImage
  /** Null where the machine has no Chinese font. */
  cards: TitleCards | null
  postProcess: ReturnType<typeof createPostProcess>
}

/** The scenes on screen at `sec`: one, or two during a cross-fade. Loads those that begin, drops those that ended. */
async function activeScenes(script: FilmScript, sec: number, previous: readonly ActiveScene[]): Promise<ActiveScene[]> {
  const now: ActiveScene[] = []
  let startSec = 0
  for (const scene of script.scenes) {
    const endSec = startSec + scene.durationSec
    if (sec >= startSec && sec < endSec + crossFadeSec) {
      const existing = previous.find((entry) => entry.scene === scene)
      const particles = scene.weather === undefined ? null : createParticles(scene.weather)
      now.push(existing ?? { scene, layers: await loadScene(scene), particles, startSec })
    }
    startSec = endSec
  }
  return now
}

function renderActiveScene({ scene, layers, particles, startSec }: ActiveScene, sec: number, into: YuvImage): void {
  renderScene(layers, scene, (sec - startSec) / (scene.durationSec + crossFadeSec), into)
  particles?.draw(into, sec - startSec)
}

function renderFrame(context: RenderContext, active: readonly ActiveScene[], index: number): void {
  const { totalSec, frame, incoming, cards, postProcess } = context
  const sec = index / framesPerSec
  const [current, next] = active
  if (current) renderActiveScene(current, sec, frame)
  if (next) {
    renderActiveScene(next, sec, incoming)
    crossFade(frame, incoming, Math.min(1, (sec - next.startSec) / crossFadeSec))
  }
  if (cards) {
    overlayCard(frame, cards.opening, fadeEnvelope(sec, 1.4, 6.2, 1.1))
    overlayCard(frame, cards.closing, fadeEnvelope(sec, totalSec - 6, totalSec + fadeSec, 1.2))
  }
  postProcess.apply(frame, index, fadeEnvelope(sec, -0.02, totalSec, fadeSec))
}

function encoderArgs(options: { width: number; height: number; sound: string; file: string }): string[] {
  const { width, height, sound, file } = options
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const group = String(keyFrameInterval)
  return [
    '-hide_banner',
    '-v',
    'error',
    '-y',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${width}x${height}`,
    '-r',
    String(framesPerSec),
    '-i',
    'pipe:0',
    '-i',
    `file:${sound}`,
    '-map',
    '0:v',
    '-map',
    '1:a',
    ...colours,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    '19',
    '-maxrate',
    '2800k',
    '-bufsize',
    '5600k',
    '-g',
    group,
    '-keyint_min',
    group,
    '-sc_threshold',
    '0',
    '-aq-mode',
    '3',
    '-threads',
    '2',
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    '-shortest',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `file:${file}`,
  ]
}

/**
 * Renders a film with its music and encodes it to `<folder>/film.mp4`. The file gets that name only when it is complete.
 * The encoder reads frames from a pipe, so it also ends when this process is killed.
 * @throws Error with the end of the encoder's standard error
 */
export async function renderFilm(options: {
  script: FilmScript
  folder: string
  width: number
  height: number
  hasText: boolean
}): Promise<void> {
  const { script, folder, width, height, hasText } = options
  const totalSec = durationSecOf(script)
  const sound = join(folder, 'score.wav')
  await writeFile(sound, wavOf(renderScore(script.score, script.name, totalSec)))
  const temporary = join(folder, `film-${process.pid}-${Date.now()}.tmp`)
  const args = encoderArgs({ width, height, sound, file: temporary })
  const encoder = spawn('nice', ['-n', '10', process.env.FFMPEG_PATH || 'ffmpeg', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // In its own session the encoder does not receive Ctrl-C from the terminal; this process stops it.
    detached: true,
  })
  const ended = waitForExit(encoder)
  // The encoder may fail before the `await` below; without a handler that would be an unhandled rejection.
  ended.catch(() => undefined)
  const context: RenderContext = {
    script,
    totalSec,
    frame: blackImage(width, height),
    incoming: blackImage(width, height),
    cards: hasText ? await drawTitleCards(script, width, height) : null,
    postProcess: createPostProcess(width, height),
  }
  let active: ActiveScene[] = []
  const { stdin } = encoder
  const write = createFrameWriter(stdin, width * height * 1.5)
  for (let index = 0; index < totalSec * framesPerSec && stdin.writable; index++) {
    active = await activeScenes(script, index / framesPerSec, active)
    renderFrame(context, active, index)
    await write(context.frame)
  }
  stdin.end()
  await ended
  await rename(temporary, join(folder, 'film.mp4'))
}

/** Writes frames through two alternating buffers, which avoids allocating 1.4 MB per frame. */
function createFrameWriter(output: Writable, bytes: number): (frame: YuvImage) => Promise<void> {
  const buffers = [Buffer.alloc(bytes), Buffer.alloc(bytes)] as const
  let written: Promise<void> = Promise.resolve()
  let current: 0 | 1 = 0
  return async ({ luma, blue, red }) => {
    const buffer = buffers[current]
    current = current === 0 ? 1 : 0
    buffer.set(luma)
    buffer.set(blue, luma.length)
    buffer.set(red, luma.length + blue.length)
    // Waits until the other buffer is free. Write errors are ignored here: `waitForExit` reports why the encoder ended.
    const previous = written
    written = new Promise((resolve) => output.write(buffer, () => resolve()))
    await previous
  }
}

/** @throws Error if the encoder's exit code is not 0 */
async function waitForExit(encoder: ChildProcess): Promise<void> {
  let stderrTail = ''
  encoder.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2000)
  })
  encoder.stdin?.on('error', () => undefined)
  const [code]: unknown[] = await once(encoder, 'close')
  if (code !== 0) throw new Error(`the encoder ended with ${String(code)}: ${stderrTail}`)
}

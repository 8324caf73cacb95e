import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { drawCards, type Cards } from './cards.ts'
import { createFinish, crossFade, layCard } from './finish-frame.ts'
import { lengthOf, type FilmScript, type SceneScript } from './film-script.ts'
import { paintScene } from './paint-scene.ts'
import { emptyPlanes, type Planes } from './planes.ts'
import { loadScene, type SceneLayer } from './scene-layers.ts'
import { renderScore, wavOf } from './score/render-score.ts'
import { createParticles, type Particles } from './weather.ts'

const framesPerSec = 24
const crossFadeSec = 1.6
const fadeSec = 1.4
/** A key frame every two seconds, so that segments can be cut at any four. */
const groupFrames = framesPerSec * 2

/** A scene that is on screen now. */
interface Stage {
  scene: SceneScript
  layers: SceneLayer[]
  particles: Particles | null
  startSec: number
}

/** 0 before `from`, 1 between, 0 after `to`, with ramps of `rampSec` inside. */
function presence(sec: number, from: number, to: number, rampSec: number): number {
  return Math.max(0, Math.min(1, (sec - from) / rampSec, (to - sec) / rampSec))
}

/** What a film's frames have in common. */
interface Studio {
  script: FilmScript
  totalSec: number
  frame: Planes
  other: Planes
  /** None where this machine cannot write. */
  cards: Cards | null
  finish: ReturnType<typeof createFinish>
}

/** The scenes that are on screen at a moment: one, or two in a cross-fade. Loads what comes and forgets what is over. */
async function stagesAt(script: FilmScript, sec: number, before: readonly Stage[]): Promise<Stage[]> {
  const now: Stage[] = []
  let startSec = 0
  for (const scene of script.scenes) {
    const endSec = startSec + scene.seconds
    if (sec >= startSec && sec < endSec + crossFadeSec) {
      const kept = before.find((stage) => stage.scene === scene)
      const particles = scene.weather === undefined ? null : createParticles(scene.weather)
      now.push(kept ?? { scene, layers: await loadScene(scene), particles, startSec })
    }
    startSec = endSec
  }
  return now
}

function paintStage({ scene, layers, particles, startSec }: Stage, sec: number, into: Planes): void {
  paintScene(layers, scene, (sec - startSec) / (scene.seconds + crossFadeSec), into)
  particles?.draw(into, sec - startSec)
}

function paintFrame(studio: Studio, stages: readonly Stage[], index: number): void {
  const { totalSec, frame, other, cards, finish } = studio
  const sec = index / framesPerSec
  const [one, two] = stages
  if (one) paintStage(one, sec, frame)
  if (two) {
    paintStage(two, sec, other)
    crossFade(frame, other, Math.min(1, (sec - two.startSec) / crossFadeSec))
  }
  if (cards) {
    layCard(frame, cards.opening, presence(sec, 1.4, 6.2, 1.1))
    layCard(frame, cards.closing, presence(sec, totalSec - 6, totalSec + fadeSec, 1.2))
  }
  finish.apply(frame, index, presence(sec, -0.02, totalSec, fadeSec))
}

function encoderArgs(options: { width: number; height: number; sound: string; file: string }): string[] {
  const { width, height, sound, file } = options
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const group = String(groupFrames)
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
 * Paints and encodes a whole film with its music to `<folder>/film.mp4`. The file has that name only when it is whole.
 * The encoder reads from this process and ends with it, however it ends.
 * @throws Error with the encoder's last words
 */
export async function renderFilm(options: {
  script: FilmScript
  folder: string
  width: number
  height: number
  lettering: boolean
}): Promise<void> {
  const { script, folder, width, height, lettering } = options
  const totalSec = lengthOf(script)
  const sound = join(folder, 'score.wav')
  await writeFile(sound, wavOf(renderScore(script.score, script.name, totalSec)))
  const draft = join(folder, `film-${process.pid}-${Date.now()}.tmp`)
  const args = encoderArgs({ width, height, sound, file: draft })
  const encoder = spawn('nice', ['-n', '10', process.env.FFMPEG_PATH || 'ffmpeg', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // A session of its own: Ctrl-C in the terminal reaches us alone.
    detached: true,
  })
  const ended = endOf(encoder)
  // It may fail while the first scenes are still being drawn: whoever awaits it below hears of it.
  ended.catch(() => undefined)
  const studio: Studio = {
    script,
    totalSec,
    frame: emptyPlanes(width, height),
    other: emptyPlanes(width, height),
    cards: lettering ? await drawCards(script, width, height) : null,
    finish: createFinish(width, height),
  }
  let stages: Stage[] = []
  const { stdin } = encoder
  const write = createFrameWriter(stdin, width * height * 1.5)
  for (let index = 0; index < totalSec * framesPerSec && stdin.writable; index++) {
    stages = await stagesAt(script, index / framesPerSec, stages)
    paintFrame(studio, stages, index)
    await write(studio.frame)
  }
  stdin.end()
  await ended
  await rename(draft, join(folder, 'film.mp4'))
}

/** Writes frames from two buffers in turn: new memory for each would keep the collector busy. */
function createFrameWriter(output: Writable, bytes: number): (frame: Planes) => Promise<void> {
  const buffers = [Buffer.alloc(bytes), Buffer.alloc(bytes)] as const
  let written: Promise<void> = Promise.resolve()
  let turn: 0 | 1 = 0
  return async ({ luma, blue, red }) => {
    const buffer = buffers[turn]
    turn = turn === 0 ? 1 : 0
    buffer.set(luma)
    buffer.set(blue, luma.length)
    buffer.set(red, luma.length + blue.length)
    // The other buffer is free again before the next frame fills it. An encoder that is gone says why by itself.
    const before = written
    written = new Promise((resolve) => output.write(buffer, () => resolve()))
    await before
  }
}

/** @throws Error where the encoder did not end well */
async function endOf(encoder: ChildProcess): Promise<void> {
  let lastWords = ''
  encoder.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000)
  })
  encoder.stdin?.on('error', () => undefined)
  const [code]: unknown[] = await once(encoder, 'close')
  if (code !== 0) throw new Error(`the encoder ended with ${String(code)}: ${lastWords}`)
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'

/** One danmaku of a burst, the same for all engines. */
export interface BurstText {
  text: string
  /** Position in the video, in seconds. */
  time: number
}

/** Engines: none, ours, and three others. */
export const sides = ['none', 'ours', 'artplayer', 'danmakuDom', 'danmakuCanvas'] as const
export type Side = (typeof sides)[number]

const require = createRequire(import.meta.url)
const requireOfWeb = createRequire(join(import.meta.dirname, '../../apps/web/package.json'))
const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg'
const engineDir = join(import.meta.dirname, '../../packages/danmaku/src')

/**
 * White with a dark outline, 22 pixels, ten seconds from edge to edge, over the whole picture; overlapping when it is
 * full.
 */
const scripts: Record<Side, string> = {
  none: `globalThis.countShown = () => 0`,
  ours: `
    const { createDanmakuLayer } = await import('/engine/index.ts')
    const canvas = document.createElement('canvas')
    canvas.style.cssText = 'position:absolute;inset:0;width:1280px;height:720px'
    stage.append(canvas)
    const clock = () => ({ timeSec: video.currentTime, rate: video.playbackRate, moving: !video.paused })
    const layer = createDanmakuLayer(canvas, { clock, overlap: true })
    layer.resize(1280, 720, devicePixelRatio)
    layer.set({
      on: true, opacity: 100, area: 100, size: 78, speed: 3, density: 'all', scroll: true, top: true, bottom: true,
      color: true, merge: false, clearOfSubtitles: false, level: 0, words: [], patterns: [], users: [],
    })
    layer.put(texts.map(({ text, time }, at) => ({
      id: String(at + 1), time, mode: 'scroll', color: 0xffffff, size: 25, text, user: '', weight: 5, vip: false, up: 0, mine: false,
    })))
    globalThis.countShown = () => layer.stats().shown`,
  artplayer: `
    video.remove()
    stage.id = 'art'
    const art = new Artplayer({
      container: '#art', url: '/video.mp4', muted: true, autoplay: true, loop: true,
      plugins: [artplayerPluginDanmuku({
        danmuku: texts.map(({ text, time }) => ({ text, time, mode: 0, color: '#ffffff', border: false })),
        speed: 10, antiOverlap: false, fontSize: 22, margin: [10, 10], opacity: 1, emitter: false, heatmap: false,
        maxLength: 100,
      })],
    })
    globalThis.video = art.video
    globalThis.countShown = () => [...document.querySelectorAll('.art-danmuku > *')].filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return getComputedStyle(one).visibility !== 'hidden' && right > 0 && left < 1280
    }).length`,
  danmakuDom: `
    const style = { fontSize: '22px', fontWeight: '700', color: '#fff', textShadow: '-1px -1px #222,-1px 1px #222,1px -1px #222,1px 1px #222' }
    const layer = new Danmaku({
      container: stage, media: video, engine: 'dom', speed: 144,
      comments: texts.map(({ text, time }) => ({ text, time, mode: 'rtl', style })),
    })
    globalThis.countShown = () => layer._.runningList.length`,
  danmakuCanvas: `
    const style = { font: '700 22px sans-serif', fillStyle: '#fff', strokeStyle: 'rgb(4 6 10 / .62)', lineWidth: 2.5 }
    const layer = new Danmaku({
      container: stage, media: video, engine: 'canvas', speed: 144,
      comments: texts.map(({ text, time }) => ({ text, time, mode: 'rtl', style })),
    })
    globalThis.countShown = () => layer._.runningList.length`,
}

const page = (
  side: Side,
  texts: readonly BurstText[],
): string => `<!doctype html><meta charset="utf-8"><title>${side}</title>
<style>body{margin:0;background:#000}#stage,#art{position:relative;width:1280px;height:720px;overflow:hidden}
video{width:1280px;height:720px}</style>
<div id="stage"><video src="/video.mp4" muted autoplay loop playsinline></video></div>
<script src="/artplayer.js"></script><script src="/artplayer-plugin-danmuku.js"></script><script src="/danmaku.js"></script>
<script type="module">
const texts = ${JSON.stringify(texts)}
const stage = document.querySelector('#stage')
globalThis.video = document.querySelector('video')
${scripts[side]}
globalThis.isReady = true
</script>`

export interface DanmakuStage {
  url: string
  /** Sets what the next page shows. */
  show(side: Side, texts: readonly BurstText[]): void
  close(): void
}

/** Serves pages with a playing video of 640 × 360 on 1280 × 720, with an engine over it. */
export async function openDanmakuStage(folder: string): Promise<DanmakuStage> {
  const video = join(folder, 'video.mp4')
  if (!existsSync(video)) drawVideo(video)
  const file = (path: string): Buffer => readFileSync(path)
  const files = new Map<string, Buffer>([
    ['/video.mp4', file(video)],
    ['/artplayer.js', file(requireOfWeb.resolve('artplayer'))],
    ['/artplayer-plugin-danmuku.js', file(require.resolve('artplayer-plugin-danmuku'))],
    ['/danmaku.js', file(join(require.resolve('danmaku'), '../danmaku.js'))],
  ])
  let current = ''
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://stage').pathname
    const engine = /^\/engine\/([a-z-]+\.ts)$/.exec(path)?.[1]
    const type = path.endsWith('.mp4') ? 'video/mp4' : path === '/' ? 'text/html' : 'text/javascript'
    const body = engine ? engineScript(engine) : path === '/' ? Buffer.from(current) : files.get(path)
    if (!body) return void response.writeHead(404).end()
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const part = from === '' ? body : body.subarray(Number(from), to === '' ? body.length : Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`
    response.writeHead(from === '' ? 200 : 206, {
      'content-type': type,
      'content-length': part.length,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      ...(from === '' ? {} : { 'content-range': range }),
    })
    response.end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    show: (side, texts) => {
      current = page(side, texts)
    },
    close: () => server.close(),
  }
}

function engineScript(name: string): Buffer {
  return Buffer.from(stripTypeScriptTypes(readFileSync(join(engineDir, name), 'utf8')))
}

function drawVideo(file: string): void {
  const input = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30:duration=30']
  const output = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '28',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ]
  execFileSync(ffmpeg, ['-v', 'error', ...input, ...output, file])
}

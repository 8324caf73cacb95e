import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import type { Browser } from 'playwright-core'
import { launchBrowser, autoplayArgs } from '../e2e/browser.ts'
import { ingestFilm, openStationInProcess, type TestStation } from '../e2e/in-process-station.ts'
import { median, report, round } from './lib/report.ts'

/**
 * Time from navigation to the first video frame: our player's page compared with a page that has only a video element
 * and hls.js, on the same stream from the same server, interleaved in one run. The browser's cache is empty. Takes
 * about a minute.
 */
const rounds = Number(process.argv[2] ?? 11)
const promised = 'ratio ≤ 1.15'
const nowSec = Math.floor(Date.now() / 1000)
const barePath = '/bare.html'

const bare = (url: string): string => `<!doctype html>
<html><head><meta charset="utf-8"><title>bare</title><script src="/bare/hls.js"></script></head>
<body style="margin:0;background:#000"><video muted autoplay playsinline style="width:1000px;height:562px"></video>
<script>
  const hls = new Hls()
  hls.loadSource(${JSON.stringify(url)})
  hls.attachMedia(document.querySelector('video'))
</script></body></html>`

/** Runs first in both pages: records when the first video frame is shown. */
const watchFirstFrame = `window.firstFrameMs = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    const video = document.querySelector('video')
    if (!video) return
    observer.disconnect()
    video.requestVideoFrameCallback(resolve)
  }).observe(document, { childList: true, subtree: true })
})`

/** Milliseconds from the navigation to the first frame. */
async function firstFrame(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchFirstFrame)
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate<number>('window.firstFrameMs')
  } finally {
    await context.close()
  }
}

/** Creates a title with one film. Returns the address of its page and of its master playlist. */
async function createFilm(films: TestStation): Promise<{ page: string; master: string }> {
  const assetId = await ingestFilm(films, { name: 'film.mp4', sec: 20, width: 1280, height: 720 })
  const { writer } = films.station.catalog
  const draft = { origin: 'bench:film', pidId: 2, typeId: 21, name: '夜渡', letter: 'Y', totalEpisodes: 1 }
  const { id } = await writer.saveTitle(draft, nowSec)
  const episode = { source: '云幕一线', level: 1, name: '正片', assetId, state: 'ready' as const, durationMs: 20_000 }
  await writer.saveEpisodes(id, [episode], nowSec)
  films.notifyTitlesChanged([id])
  const page = `${films.url}/player/vod/2/${id}/1`
  const html = await (await fetch(page)).text()
  const [master] = /\/media\/[^"&]+\/master\.m3u8/.exec(html) ?? []
  if (master === undefined) throw new Error('the page contains no master playlist')
  return { page, master }
}

/** Serves the bare page and its script from the same server. */
function serveBare(app: FastifyInstance, master: () => string): void {
  const script = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'))
  app.get('/bare/hls.js', (_, reply) => reply.type('text/javascript').send(script))
  // As our pages have it: the browser loads such a page in a process of its own, which takes some time to start.
  app.get(barePath, (_, reply) =>
    reply.type('text/html').header('cross-origin-opener-policy', 'same-origin').send(bare(master())),
  )
}

let address = ''
const films = await openStationInProcess({}, { prepare: (app) => serveBare(app, () => address) })
const browser = await launchBrowser(autoplayArgs)
try {
  const { page, master } = await createFilm(films)
  address = master
  const sides = { ours: page, bare: `${films.url}${barePath}` }
  const times: Record<keyof typeof sides, number[]> = { ours: [], bare: [] }
  for (const url of Object.values(sides)) await firstFrame(browser, url)
  for (let count = 0; count < rounds; count++) {
    times.bare.push(await firstFrame(browser, sides.bare))
    times.ours.push(await firstFrame(browser, sides.ours))
  }
  const [ours, beside] = [median(times.ours), median(times.bare)]
  const least = { ours: round(Math.min(...times.ours), 0), bare: round(Math.min(...times.bare), 0) }
  report('first-frame', {
    ratio: round(ours / beside),
    leastRatio: round(least.ours / least.bare),
    oursMs: round(ours, 0),
    bareMs: round(beside, 0),
    leastMs: least,
    rounds,
    promised,
  })
} finally {
  await browser.close()
  await films.close()
}

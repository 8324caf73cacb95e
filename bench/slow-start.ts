import type { Browser } from 'playwright-core'
import { aLinearChannel } from '../apps/server/src/testing/channels.ts'
import { launchBrowser, autoplayArgs } from '../e2e/browser.ts'
import { ingestFilm, openStationInProcess, type TestStation } from '../e2e/in-process-station.ts'
import { median, report, round } from './lib/report.ts'
import { openSlowLine } from './lib/slow-line.ts'

/**
 * Time from navigation to the first video frame of a channel and of a film at 1.6 Mbit/s, each in a browser with an empty
 * cache, and the height of the picture then and later. The material is television-like: 720 lines with much detail. Takes
 * about three minutes. `node bench/slow-start.ts [rounds]`
 */
const rounds = Number(process.argv[2] ?? 5)
const slow = { downBitsPerSec: 1.6e6, roundTripMs: 60 }
const promised = { liveMs: 2500 }
const nowSec = Math.floor(Date.now() / 1000)
const hourMs = 3_600_000
const watchedMs = 12_000

/** Runs first in the page: records when the first video frame is shown. */
const watchFirstFrame = `window.firstFrameMs = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    const video = document.querySelector('video')
    if (!video) return
    observer.disconnect()
    video.requestVideoFrameCallback(resolve)
  }).observe(document, { childList: true, subtree: true })
})`
const height = `document.querySelector('video').videoHeight`

async function start(browser: Browser, url: string): Promise<{ ms: number; height: number; laterHeight: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchFirstFrame)
    await page.goto(url, { waitUntil: 'commit' })
    const ms = await page.evaluate<number>('window.firstFrameMs')
    const first = await page.evaluate<number>(height)
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${watchedMs}))`)
    return { ms, height: first, laterHeight: await page.evaluate<number>(height) }
  } finally {
    await context.close()
  }
}

/** A title and a channel that play the same film. Returns their paths. */
async function createPages({ station }: TestStation, assetId: number, sec: number): Promise<Record<string, string>> {
  const { writer } = station.catalog
  const draft = { origin: 'bench:film', pidId: 2, typeId: 21, name: '夜渡', letter: 'Y', totalEpisodes: 1 }
  const { id } = await writer.saveTitle(draft, nowSec)
  const state = 'ready' as const
  const episode = { source: '云幕一线', level: 1, name: '正片', assetId, state, durationMs: sec * 1000 }
  await writer.saveEpisodes(id, [episode], nowSec)
  const [channelId] = await station.live.save([aLinearChannel({ name: '云幕一套', number: 1 })])
  const stream = (await station.live.lineup()).byId.get(channelId ?? 0)?.streams[0]
  if (!stream) throw new Error('the channel has no line')
  const [startMs, endMs] = [Date.now() - hourMs, Date.now() + hourMs]
  await station.live.schedules.plan(stream, startMs, [{ assetId, startMs, endMs }])
  return { live: `/player/live/tv/0/${channelId}`, film: `/player/vod/2/${id}/1` }
}

const films = await openStationInProcess()
const browser = await launchBrowser(autoplayArgs)
const sec = 12
// Noise costs bits as real pictures do: the generated picture alone is so plain that its best quality is the cheapest.
const recipe = { name: 'film.mp4', sec, width: 1280, height: 720, filter: 'noise=alls=10:allf=t' }
const assetId = await ingestFilm(films, { ...recipe, withLadder: true })
const pages = await createPages(films, assetId, sec)
films.notifyTitlesChanged([])
const line = await openSlowLine(Number(new URL(films.url).port), slow)
try {
  for (const [kind, path] of Object.entries(pages)) {
    await start(browser, films.url + path)
    const starts = []
    for (let count = 0; count < rounds; count++) starts.push(await start(browser, line.origin + path))
    report('slow-start', {
      kind,
      firstFrameMs: round(median(starts.map(({ ms }) => ms)), 0),
      leastMs: round(Math.min(...starts.map(({ ms }) => ms)), 0),
      heights: starts.map((one) => `${one.height} → ${one.laterHeight}`),
      rounds,
      promised,
    })
  }
} finally {
  await browser.close()
  await line.close()
  await films.close()
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser, autoplayArgs } from '../e2e/browser.ts'
import { readClock, sendClock } from './lib/clock-sender.ts'
import { openRecordingStation, until, victims, type Victim } from './lib/recording-station.ts'
import { percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * A viewer in a real browser watches what an encoder sends to a complete station by RTMP and by SRT: the delay of the
 * picture, read from a clock in the picture itself, and how long it freezes, undisturbed and while ffmpeg, recorder and
 * server are killed at random; and whether a programme in which ffmpeg was killed can be replayed completely. Linux
 * only. Takes about nine minutes.
 * `node bench/live-viewers.ts [push|catch-up|chaos]`; `KILLS` sets the number of kills, `LIVE_PORT` the first of four
 * ports.
 */
const parts = process.argv.slice(2)
const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
const kills = Number(process.env.KILLS ?? 20)
const firstPort = Number(process.env.LIVE_PORT ?? 4690)
const watchedSec = 60
const promised = { behindMs: 10_000, standstills: 0, stillAfterKillMs: 6000 }

const originMs = Date.now() - 1
const [port, rtmpPort, srtPort] = [firstPort, firstPort + 1, firstPort + 2]
const srtAddress = `srt://127.0.0.1:${srtPort}`

interface Sample {
  /** Time of the sample on this process's clock. */
  atMs: number
  /** Delay between the encoder's clock and the picture, in milliseconds; null if no clock is recognised. */
  behindMs: number | null
  /** Playback position of the video, seconds. */
  sec: number
}

async function sample(page: Page): Promise<Sample> {
  const [shownMs, sec] = await page.evaluate<[number | null, number]>(
    `[${readClock}, document.querySelector('video')?.currentTime ?? 0]`,
  )
  return { atMs: performance.now(), behindMs: shownMs === null ? null : Date.now() - originMs - shownMs, sec }
}

/** Samples a page repeatedly until `isOver` returns true. */
async function watch(page: Page, isOver: () => boolean, onSample?: (one: Sample) => void): Promise<Sample[]> {
  const seen: Sample[] = []
  while (!isOver()) {
    const one = await sample(page)
    seen.push(one)
    onSample?.(one)
    await delay(100)
  }
  return seen
}

/** The longest interval between two samples in which the picture changed, in milliseconds. */
function longestFreezeMs(seen: readonly Sample[]): number {
  let [longest, movedMs, sec] = [0, seen[0]?.atMs ?? 0, seen[0]?.sec ?? 0]
  for (const one of seen) {
    longest = Math.max(longest, one.atMs - movedMs)
    if (Math.abs(one.sec - sec) > 0.02) [movedMs, sec] = [one.atMs, one.sec]
  }
  return longest
}

async function untilShown(page: Page): Promise<number> {
  const fromMs = performance.now()
  while (performance.now() - fromMs < 60_000) {
    if ((await sample(page)).behindMs !== null) return performance.now() - fromMs
    await delay(100)
  }
  throw new Error('no picture was shown within a minute')
}

/** One push, watched for a minute from its first picture. */
async function measurePush(protocol: string, channelId: number): Promise<Record<string, unknown>> {
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${port}/player/live/tv/0/${channelId}`)
    const shownAfterMs = await untilShown(page)
    const endMs = performance.now() + watchedSec * 1000
    const seen = await watch(page, () => performance.now() > endMs)
    const behind = seen.flatMap(({ behindMs }) => behindMs ?? [])
    const freezeMs = longestFreezeMs(seen)
    return {
      protocol,
      firstPictureMs: round(shownAfterMs, 0),
      behindMs: { median: round(percentile(behind, 0.5), 0), most: round(percentile(behind, 1), 0) },
      readGlances: `${behind.length}/${seen.length}`,
      longestStillMs: round(freezeMs, 0),
    }
  } finally {
    await page.close()
  }
}

/** A programme of half a minute in which ffmpeg was killed, replayed afterwards from start to end. */
async function catchUp({ channelId, streamId }: { channelId: number; streamId: number }) {
  const { guide, recorder } = recording.station
  await until('recording', 60_000, async () => (await recorder.latest(streamId, 8)).length >= 2)
  const startSec = Math.ceil(Date.now() / 1000)
  await delay(12_000)
  await recording.kill('ffmpeg', streamId)
  await delay(18_000)
  const endSec = Math.ceil(Date.now() / 1000)
  const texts = { name: '两段录像', sub: '', intro: '', category: '', img: '' }
  await guide.saveProgrammes(channelId, [{ ...texts, startSec, endSec }])
  const [programme] = await guide.of(channelId, startSec, endSec)
  await until('recording to its end', 60_000, async () => {
    return ((await recorder.latest(streamId, 4)).at(-1)?.wallMs ?? 0) > endSec * 1000 + 4000
  })
  const rows = await recorder.rows(streamId, startSec * 1000, endSec * 1000)
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/player/live/tv/0/${channelId}?programme=${programme?.id}`)
  await untilShown(page)
  const sceneSec = ({ atMs, behindMs }: Sample): number =>
    (performance.timeOrigin + atMs - (behindMs ?? Number.NaN)) / 1000
  const limitMs = performance.now() + 90_000
  let last = await sample(page)
  const fromSec = sceneSec(last) - startSec
  const seen = await watch(
    page,
    () => sceneSec(last) >= endSec || performance.now() > limitMs,
    (one) => (last = one),
  )
  await page.close()
  return {
    runs: new Set(rows.map(({ runKey }) => runKey)).size,
    lastsSec: endSec - startSec,
    firstShownSec: round(fromSec, 1),
    lastShownSec: round(sceneSec(last) - startSec, 1),
    longestStillMs: round(longestFreezeMs(seen), 0),
  }
}

/** Kills random processes repeatedly while a viewer watches. */
async function chaos({ channelId, streamId }: { channelId: number; streamId: number }) {
  const random = seededRandom(23)
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/player/live/tv/0/${channelId}`)
  await untilShown(page)
  const still: Record<Victim, number[]> = { ffmpeg: [], recorder: [], server: [] }
  for (let at = 0; at < kills; at++) {
    const victim = victims[Math.floor(random() * 3)] ?? 'ffmpeg'
    let isOver = false
    const watching = watch(page, () => isOver)
    // If the kill below throws, its error is the one to be shown.
    watching.catch(() => undefined)
    if (!(await recording.kill(victim, streamId))) at--
    await delay(15_000 + random() * 5000)
    isOver = true
    still[victim].push(longestFreezeMs(await watching))
  }
  const last = await sample(page)
  const times = (all: readonly number[]): Record<string, number> => ({
    kills: all.length,
    median: round(percentile(all, 0.5), 0),
    longest: round(percentile(all, 1), 0),
  })
  await page.close()
  return {
    longestStillMs: { ffmpeg: times(still.ffmpeg), recorder: times(still.recorder), server: times(still.server) },
    behindAtTheEndMs: last.behindMs,
  }
}

const recording = await openRecordingStation({ PORT: String(port), RTMP_PORT: String(rtmpPort) })
const browser = await launchBrowser(autoplayArgs)
try {
  const [rtmp, srt] = await recording.addChannels(['push:', `srt://127.0.0.1:${srtPort}?mode=listener`])
  if (!rtmp || !srt) throw new Error('the channels were not created')
  await recording.startServer()
  const { server, name } = await recording.station.recorder.pushAddress(
    rtmp.streamId,
    Math.floor(Date.now() / 1000) + 86_400,
  )
  recording.keepSenderRunning(() => sendClock(originMs, ['-f', 'flv', `${server}/${name}`]))
  if (wants('push')) {
    const stop = recording.keepSenderRunning(() => sendClock(originMs, ['-f', 'mpegts', srtAddress]))
    report('live-viewers', { part: 'push', promised, ...(await measurePush('RTMP', rtmp.channelId)) })
    report('live-viewers', { part: 'push', promised, ...(await measurePush('SRT', srt.channelId)) })
    stop()
  }
  if (wants('catch-up')) report('live-viewers', { part: 'catch-up', ...(await catchUp(rtmp)) })
  if (wants('chaos')) report('live-viewers', { part: 'chaos', promised, ...(await chaos(rtmp)) })
} finally {
  await browser.close()
  await recording.close()
}
process.exit(0)

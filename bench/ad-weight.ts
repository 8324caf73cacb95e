import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildApp } from '../apps/server/src/app.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { firstLoad, type FirstLoad } from './lib/first-load.ts'
import { check, median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * What a station without advertisements pays for them: the bytes and the largest contentful paint of the home page, of a title and
 * of its player, without any advertisement, with campaigns of which none is shown now, and with one in each slot. Rounds are
 * interleaved in one run, each in a browser with an empty cache. Takes about three minutes. `node bench/ad-weight.ts [rounds]`
 */
const rounds = Number(process.argv[2] ?? 5)
const screen = { width: 1280, height: 800, density: 1 }
/** Bytes of pages differ by times and nonces, and their compression with them. */
const maxHtmlRatio = 1.01
const promised = 'no byte of scripts and styles, no request'
/** Generated posters are announced in batches; after the last one the page is rebuilt. */
const drawingsAnnouncedMs = 4000
const nowSec = Math.floor(Date.now() / 1000)

const { platform, station, close } = await openScratchStation()
const states = ['none', 'idle', 'shown'] as const
type State = (typeof states)[number]

const none = { platform: null, uri: '', img: null, html: null }
const html = { ...none, html: '<b>来看</b>' }
const campaigns = [
  ...['ALL1', 'box', 'list', 'pause'].map((anchor) => ({ ...html, anchor })),
  { ...none, anchor: 'text', words: '山泉陪你看到大结局' },
  { ...none, anchor: 'pre', video: '/media/ads/missing_____________-.mp4' },
]

/** Removes all campaigns and adds those of a state. */
async function become(state: State): Promise<void> {
  for (const { id } of await station.ads.list()) await station.ads.remove(id)
  if (state === 'none') return
  const times = state === 'idle' ? { endsAt: nowSec - 1 } : {}
  for (const campaign of campaigns) await station.ads.add({ ...campaign, ...times }, nowSec)
}

/** Ids differ between stations, so the title is found through the pages. */
async function pagesOf(origin: string): Promise<Record<string, string>> {
  const category = await (await fetch(`${origin}/tabs/1`)).text()
  const [, pid, id] = /href="\/details\/(\d+)\/(\d+)"/.exec(category) ?? []
  if (pid === undefined || id === undefined) throw new Error('the category shows no title')
  return { home: '/', details: `/details/${pid}/${id}`, player: `/player/vod/${pid}/${id}/1` }
}

interface Weight {
  htmlBytes: number
  scriptBytes: number
  styleBytes: number
  /** Of scripts, styles and calls, without what files are named after their content. */
  requests: string
  lcpMs: number
}

const isCode = ({ path }: { path: string }): boolean => /\.(?:js|css)$/.test(path)
const isCall = ({ path }: { path: string }): boolean => /^\/(?:v1|pub|common)\//.test(path)

async function weigh(url: string): Promise<Weight> {
  const load: FirstLoad = await firstLoad(browser, url, screen, 1)
  const html = await (await fetch(url)).text()
  const styles = load.waterfall.filter(({ path }) => path.endsWith('.css'))
  const asked = load.waterfall
    .filter((one) => isCode(one) || isCall(one))
    .map(({ path }) => path.split('?', 1)[0] ?? '')
  return {
    htmlBytes: gzipSync(html).length,
    scriptBytes: load.scriptBytes,
    styleBytes: styles.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: [...new Set(asked)].toSorted().join('\n'),
    lcpMs: load.lcpMs,
  }
}

const webBuildDir = join(import.meta.dirname, '../apps/web/build')
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm run check builds it')
await station.demo.add()
const app = await buildApp(platform, station, { webBuildDir, lagMs: () => 0 })
const { origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const browser = await launchBrowser()
try {
  const pages = await pagesOf(origin)
  for (const path of Object.values(pages)) await weigh(origin + path)
  await new Promise((resolve) => setTimeout(resolve, drawingsAnnouncedMs))
  for (const [page, path] of Object.entries(pages)) {
    const seen: Record<State, Weight[]> = { none: [], idle: [], shown: [] }
    for (let count = 0; count < rounds; count++) {
      for (const state of states) {
        await become(state)
        // The page is rendered for its first visitor, who is not measured.
        await (await fetch(origin + path)).text()
        seen[state].push(await weigh(origin + path))
      }
    }
    const middle = (state: State, of: (weight: Weight) => number): number => median(seen[state].map(of))
    const figures = (state: State) => ({
      htmlBytes: middle(state, ({ htmlBytes }) => htmlBytes),
      scriptBytes: middle(state, ({ scriptBytes }) => scriptBytes),
      styleBytes: middle(state, ({ styleBytes }) => styleBytes),
      requests: middle(state, ({ requests }) => requests.split('\n').length),
      lcpMs: round(
        middle(state, ({ lcpMs }) => lcpMs),
        0,
      ),
    })
    const [without, idle, shown] = [figures('none'), figures('idle'), figures('shown')]
    report('ad-weight', { page, without, idle, shown, lcpRatio: round(idle.lcpMs / without.lcpMs), promised })
    const requestsOf = (state: State): string[] => [
      ...new Set(seen[state].flatMap(({ requests }) => requests.split('\n'))),
    ]
    const more = requestsOf('idle').filter((one) => !requestsOf('none').includes(one))
    const ofAds = requestsOf('none').filter((one) =>
      /anchor|\/ad\/|film-break|floating-ad|pause-ad|slot-ad-content/.test(one),
    )
    check({
      [`${page}: campaigns that are not shown load nothing (${more.join(' ')})`]: more.length === 0,
      [`${page}: a station without advertisements loads none of their files (${ofAds.join(' ')})`]: ofAds.length === 0,
      [`${page}: campaigns that are not shown add no byte to scripts and styles`]:
        idle.scriptBytes === without.scriptBytes && idle.styleBytes === without.styleBytes,
      [`${page}: the HTML is the same but for times`]: idle.htmlBytes / without.htmlBytes <= maxHtmlRatio,
    })
  }
} finally {
  await browser.close()
  await app.close()
  await close()
}

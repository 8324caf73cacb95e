import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import type { Browser, Page } from 'playwright-core'
import { buildApp } from '../apps/server/src/app.ts'
import type { ChannelToSave } from '../apps/server/src/domains/live/index.ts'
import type { Station } from '../apps/server/src/station.ts'
import { isHydrated, launchBrowser } from '../e2e/browser.ts'
import { report } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { frameFigures, scrollFrames, type Scrolled, type ScrollGesture } from './lib/scroll-frames.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventName } from './lib/title-names.ts'

/**
 * Scrolling of the programme guide with 300 channels and eleven days in Chromium: the grid by mouse wheel at 1280
 * pixels; one channel and the channel strip by touch at 360. Each round uses a new page, so that scrolling there loads
 * data and scrolling back does not. The baseline, interleaved, is a page with as many plain boxes. The station runs on
 * the same CPU. Takes about four minutes.
 */
const channelCount = 300
const rounds = 2
const daysBack = 7
const daysAhead = 3
const daySec = 24 * 3600
const promised = 'smooth with 300 channels and 7 days'
const settledMs = 1500

const random = seededRandom(29)

const channelAt = (at: number): ChannelToSave => ({
  origin: `bench:${at}`,
  number: at + 1,
  name: `${inventName(random)}台`,
  aliases: [],
  guideId: '',
  tag: null,
  group: {
    name: `第${Math.floor(at / 50) + 1}组`,
    overseas: false,
  },
  logo: '',
  replayDays: 7,
  dvrSec: 7200,
  lines: [
    {
      name: '线路一',
      kind: 'linear',
      onDemand: false,
      quality: '720P',
      saving: false,
      sources: [],
    },
  ],
  demo: false,
})

/** Consecutive programmes of 15 to 110 minutes. */
function programmesOf(fromSec: number, toSec: number) {
  const programmes = []
  for (let startSec = fromSec; startSec < toSec;) {
    const endSec = startSec + 60 * Math.floor(15 + 95 * random() ** 2)
    const sub = random() < 0.5 ? `第 ${Math.ceil(random() * 40)} 集` : ''
    programmes.push({ startSec, endSec, name: inventName(random), sub, intro: '', category: '', img: '' })
    startSec = endSec
  }
  return programmes
}

async function fill({ live, guide }: Station): Promise<void> {
  const todaySec = dayStartSec(chinaDay(Date.now() / 1000))
  const ids = await live.save(Array.from({ length: channelCount }, (_, at) => channelAt(at)))
  for (const id of ids)
    await guide.saveProgrammes(id, programmesOf(todaySec - daysBack * daySec, todaySec + (daysAhead + 1) * daySec))
}

interface Size {
  width: number
  height: number
  by: ScrollGesture['by']
}

/** A way to scroll there and back. */
interface Way {
  name: string
  /** Selector of the scrolled element. */
  at: string
  down: number
  right: number
  pxPerSec: number
}

const sizes: { size: Size; ways: Way[] }[] = [
  {
    size: { width: 1280, height: 800, by: 'mouse' },
    ways: [
      { name: 'down', at: '[role=presentation]:has([role=grid])', down: 6000, right: 0, pxPerSec: 1500 },
      { name: 'across', at: '[role=presentation]:has([role=grid])', down: 0, right: 6000, pxPerSec: 1500 },
      { name: 'fast', at: '[role=presentation]:has([role=grid])', down: 12_000, right: 0, pxPerSec: 8000 },
    ],
  },
  {
    size: { width: 360, height: 740, by: 'touch' },
    ways: [
      { name: 'down', at: '#guide ol', down: 1500, right: 0, pxPerSec: 1200 },
      { name: 'across', at: 'main button:has(span + span)', down: 0, right: 6000, pxPerSec: 1500 },
    ],
  },
]

async function enter(browser: Browser, { width, height, by }: Size): Promise<Page> {
  const isTouch = by === 'touch'
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: isTouch,
    isMobile: isTouch,
    bypassCSP: true,
  })
  return context.newPage()
}

async function openGuide(browser: Browser, size: Size, url: string): Promise<Page> {
  const page = await enter(browser, size)
  await page.goto(`${url}/guide`)
  await page.waitForFunction(isHydrated)
  await page
    .locator(size.by === 'touch' ? '#guide [data-state=now]' : '[role=gridcell][data-state=now]')
    .first()
    .waitFor()
  // Channels after the first hundred load automatically.
  await page.waitForTimeout(settledMs)
  return page
}

/** A box of the same size with as many elements, scrolled in the same way. */
async function openPlain(browser: Browser, size: Size, { elements, box }: Measured): Promise<Page> {
  const page = await enter(browser, size)
  const place = seededRandom(7)
  const boxes = Array.from({ length: elements }, () => {
    const [x, y] = [Math.floor(place() * Math.min(box.width, 9000)), Math.floor(place() * Math.min(box.height, 9000))]
    return `<i style="left:${x}px;top:${y}px"></i>`
  })
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width"><style>
    body { margin: 0 } main { position: relative; overflow: auto; height: 100vh }
    div { width: ${box.width}px; height: ${box.height}px }
    i { position: absolute; width: 200px; height: 64px; background: #ccd }
    </style><main role="grid"><div>${boxes.join('')}</div></main>`)
  return page
}

interface Measured {
  elements: number
  /** Size of the scrollable content. */
  box: { width: number; height: number }
}

const measured = (page: Page, at: string): Promise<Measured> =>
  page.evaluate<Measured>(`{
    let box = document.querySelector(${JSON.stringify(at)})
    while (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) box = box.parentElement
    const { scrollWidth: width, scrollHeight: height } = box;
    ({ elements: document.querySelectorAll('*').length, box: { width, height } })
  }`)

/** Scrolls there and back. */
async function scroll(page: Page, size: Size, way: Way, at: string): Promise<[Scrolled, Scrolled]> {
  const box = await page.locator(at).first().boundingBox()
  if (!box) throw new Error(`${at} is not on the page`)
  const [x, y] = [Math.min(box.x + box.width / 2, size.width / 2), Math.min(box.y + box.height / 2, size.height / 2)]
  const there = { x, y, down: way.down, right: way.right, pxPerSec: way.pxPerSec, by: size.by }
  const first = await scrollFrames(page, there)
  await page.waitForTimeout(settledMs)
  return [first, await scrollFrames(page, { ...there, down: -way.down, right: -way.right })]
}

async function measure(browser: Browser, url: string, size: Size, way: Way) {
  const guide: Scrolled[][] = [[], []]
  const plain: Scrolled[] = []
  let elements = 0
  for (let round = 0; round < rounds; round++) {
    const page = await openGuide(browser, size, url)
    const [there, back] = await scroll(page, size, way, way.at)
    guide[0]?.push(there)
    guide[1]?.push(back)
    const count = await measured(page, way.at)
    elements = Math.max(elements, count.elements)
    await page.context().close()
    const beside = await openPlain(browser, size, count)
    plain.push(...(await scroll(beside, size, way, 'main')))
    await beside.context().close()
  }
  const [there = [], back = []] = guide
  return { elements, there: frameFigures(there), back: frameFigures(back), plain: frameFigures(plain) }
}

const webBuildDir = join(import.meta.dirname, '../apps/web/build')
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm run check builds it')
const { platform, station, close } = await openScratchStation()
await fill(station)
const app = await buildApp(platform, station, { webBuildDir })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await launchBrowser()
try {
  for (const { size, ways } of sizes)
    for (const way of ways) {
      const { width, by } = size
      const figures = await measure(browser, url, size, way)
      report('guide-grid', { width, by, way: way.name, pxPerSec: way.pxPerSec, ...figures, promised })
    }
} finally {
  await browser.close()
  await app.close()
  await close()
}

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { isHydrated, launchBrowser, autoplayArgs } from '../browser.ts'
import { startSchedules } from '../../apps/server/src/platform/domain-modules.ts'
import type { Station } from '../../apps/server/src/station.ts'
import { openStationInProcess, type TestStation } from '../in-process-station.ts'
import { addSampleDanmaku } from './screen-danmaku.ts'
import { startSelling } from './screen-offer.ts'
import { addScreenUser, type ScreenUser } from './screen-user.ts'
import { screens, type Screen, type ScreenSubjects } from './screens.ts'

/**
 * Takes a picture of the top of every page in four widths and both skins, and writes their index. It uses its own
 * station with the demonstration programme. `YUNMU_DATA` may name the data folder of another station that is not
 * running, whose films exist already; a user is added to it.
 */
const outDir = join(import.meta.dirname, '../../docs/screens')
/** Window width and height. */
const windows = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const
const skins = { dark: 'b', light: 'w' } as const
type Skin = keyof typeof skins

const quality = 58
/** Time limits for a page's first load, and for the artwork that is drawn for it then. */
const loadedMs = 120_000
const drawnMs = 30_000
const pollMs = 2000
const titlesWatched = 9

interface ScreenVariant {
  width: number
  height: number
  skin: Skin
}

const fileOf = (screen: Screen, { width, skin }: Pick<ScreenVariant, 'width' | 'skin'>): string =>
  `${screen.name}-${width}-${skin}.webp`
const variantsOf = ({ isAlwaysDark = false }: Screen): ScreenVariant[] =>
  windows.flatMap(([width, height]) =>
    (isAlwaysDark ? (['dark'] as const) : (['dark', 'light'] as const)).map((skin) => ({ width, height, skin })),
  )

/** Waits for the first film, which takes minutes if none exists yet. */
async function findSubjects({ station, platform, url }: TestStation): Promise<ScreenSubjects> {
  await station.demo.add()
  await platform.jobs.start()
  const ready = async (): Promise<ScreenSubjects['film'] | undefined> => {
    const { rows } = await platform.pool.query<ScreenSubjects['film']>(
      `select title.id, title.pid_id as "pidId" from episode
       join source on source.id = source_id join title on title.id = title_id
       where episode.state = 'ready' and level = 1
       order by (select count(*) from comment where kind = 'vod' and subject_id = title.id) desc, title.id limit 1`,
    )
    return rows[0]
  }
  let film = await ready()
  for (; film === undefined; film = await ready()) await setTimeout(pollMs)
  const { channel, overseas } = await findChannels(station)
  const matches = await findMatches(platform)
  const seriesId = /href="\/details\/1\/(\d+)"/.exec(await (await fetch(`${url}/tabs/1`)).text())?.[1]
  return { film, series: Number(seriesId), channel, overseas, matches }
}

/** Waits until the channels play the first film: their schedules are planned after it is made. */
async function findChannels({ live, guide }: Station): Promise<Pick<ScreenSubjects, 'channel' | 'overseas'>> {
  for (;;) {
    const { channels } = await live.lineup()
    const [home, abroad] = [false, true].map((overseas) => channels.find((one) => one.overseas === overseas))
    const nowSec = Math.floor(Date.now() / 1000)
    const before = home ? await guide.of(home.id, nowSec - 6 * 3600, nowSec) : []
    const over = before.findLast(({ endSec }) => endSec <= nowSec)
    if (home && abroad && over) {
      const overseas = { id: abroad.id, type: abroad.types, group: abroad.group }
      return { channel: { id: home.id, types: home.types, programme: over.id }, overseas }
    }
    await setTimeout(pollMs)
  }
}

/** Waits until a match runs: between two of the demonstration there are some minutes. */
async function findMatches({ pool }: TestStation['platform']): Promise<ScreenSubjects['matches']> {
  for (;;) {
    const { rows } = await pool.query<ScreenSubjects['matches']>(
      `select m.id as running, m.competition_id as competition, m.home_id as team,
        (select over.id from match over left join match_recording r on r.match_id = over.id
          where over.state = 'over' and over.sport = m.sport
          order by coalesce(r.available_ms, 0) > 0 desc, over.kickoff_sec desc limit 1) as over
       from match m where m.state = 'live'
       order by exists (select from match_stream s where s.match_id = m.id) desc, m.kickoff_sec desc limit 1`,
    )
    const [row] = rows
    if (row?.over) return row
    await setTimeout(pollMs)
  }
}

interface Visit {
  screen: Screen
  variant: ScreenVariant
  user: ScreenUser
}

async function openContext(browser: Browser, url: string, visit: Visit): Promise<BrowserContext> {
  const { screen, variant } = visit
  const { width, height, skin } = variant
  const user = screen.isSignedIn ? visit.user : null
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 600,
    isMobile: width < 600,
    reducedMotion: screen.isMoving ? 'no-preference' : 'reduce',
    serviceWorkers: 'block',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    bypassCSP: true,
  })
  const cookies = { theme: skins[skin], ...(user && { in: '1' }) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  if (user) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(user.token)})`)
  return context
}

/** Addresses of pictures whose centre is visible and that are not loaded. Others may load lazily later. */
const missingImages = `[...document.images].filter((image) => {
  const { top, bottom, left, right, width } = image.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight && image.checkVisibility() &&
    !(image.complete && image.naturalWidth > 0)
}).map(({ src }) => src)`

/** Missing pictures are printed and the screenshot is taken without them. */
async function waitForImages(page: Page): Promise<void> {
  const until = Date.now() + drawnMs
  let missing = await page.evaluate<string[]>(missingImages)
  for (; missing.length > 0 && Date.now() < until; missing = await page.evaluate<string[]>(missingImages))
    await setTimeout(100)
  for (const src of missing) process.stdout.write(`missing: ${src}\n`)
}

async function takeScreen(page: Page, screen: Screen, path: string, look: ScreenVariant): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle', timeout: loadedMs })
  await page.waitForFunction(isHydrated)
  await screen.prepare?.(page)
  await page.waitForLoadState('networkidle')
  await waitForImages(page)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(picture)
    .webp({ quality, effort: 6 })
    .toFile(join(outDir, fileOf(screen, look)))
}

function indexText(): string {
  const parts = screens.map((screen) => {
    const files = variantsOf(screen).map(({ width, skin }) => `[${width} ${skin}](${fileOf(screen, { width, skin })})`)
    const shown = fileOf(screen, { width: 1280, skin: 'dark' })
    return `## ${screen.heading}\n\n${files.join(' · ')}\n\n![${screen.heading}](${shown})\n`
  })
  const head = `# Screens\n\nEvery page as it first meets the eye, 360 to 1920 pixels wide, in both skins. Written by \`npm run screens\`.\n`
  return [head, ...parts].join('\n')
}

/** @param wanted names of screens; empty means all */
async function takeScreens(film: TestStation, browser: Browser, wanted: readonly string[]): Promise<void> {
  const shown = await findSubjects(film)
  const watched = await film.platform.pool.query<{ id: number }>(
    'select id from title where id <> $1 order by (pid_id = 1) desc, id limit $2',
    [shown.film.id, titlesWatched],
  )
  await addSampleDanmaku(film, shown.film.id)
  const user = await addScreenUser(film, [shown.film.id, ...watched.rows.map(({ id }) => id)])
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  // Those of a station that sells come last: it has entries of VIP on all pages.
  const sorted = [...chosen.filter(({ isSelling }) => !isSelling), ...chosen.filter(({ isSelling }) => isSelling)]
  let stopSelling = async (): Promise<void> => {}
  for (const [at, screen] of sorted.entries()) {
    if (screen.isSelling && !sorted[at - 1]?.isSelling) stopSelling = await startSelling(film, user)
    for (const variant of variantsOf(screen)) {
      const context = await openContext(browser, film.url, { screen, variant, user })
      await takeScreen(await context.newPage(), screen, film.url + screen.path(shown), variant)
      await context.close()
    }
    process.stdout.write(`${screen.name}\n`)
  }
  await stopSelling()
}

/** The form of `fileOf`. Other pictures in the folder have other names. */
const screenFile = /-\d+-(?:dark|light)\.webp$/

/** Deletes the pictures of screens that no longer exist. */
async function removeOld(): Promise<void> {
  const known = new Set(screens.flatMap((screen) => variantsOf(screen).map((look) => fileOf(screen, look))))
  const old = (await readdir(outDir)).filter((name) => screenFile.test(name) && !known.has(name))
  await Promise.all(old.map((name) => rm(join(outDir, name))))
}

await mkdir(outDir, { recursive: true })
const { YUNMU_DATA } = process.env
const film = await openStationInProcess(YUNMU_DATA === undefined ? {} : { YUNMU_DATA })
// What happens in matches is told, and their films are made, while pictures are taken.
const stopSchedules = startSchedules(film.station.modules, film.platform, { runsJobs: true })
const browser = await launchBrowser(autoplayArgs)
try {
  await takeScreens(film, browser, process.argv.slice(2))
  await removeOld()
  await writeFile(join(outDir, 'README.md'), indexText())
} finally {
  await browser.close()
  await stopSchedules()
  await film.close()
}

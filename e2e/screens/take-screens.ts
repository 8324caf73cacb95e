import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { hasTakenOver, launchBrowser, playsAlone } from '../browser.ts'
import type { Station } from '../../apps/server/src/station.ts'
import { openFilmStation, type FilmStation } from '../film-station.ts'
import { someLive } from '../own-lists.ts'
import { giveDanmaku } from './screen-danmaku.ts'
import { makeScreenPerson, type ScreenPerson } from './screen-person.ts'
import { screens, type Screen, type Shown } from './screens.ts'

/**
 * Takes a picture of every page as it first meets the eye, in four widths and both skins, and writes their index. The
 * station is one of its own with the demonstration programme; `YUNMU_DATA` names a folder of another that is not running,
 * whose films are made already, and leaves somebody more in it.
 */
const outDir = join(import.meta.dirname, '../../docs/screens')
/** Width of the window and its height. */
const windows = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const
const skins = { dark: 'b', light: 'w' } as const
type Skin = keyof typeof skins

const quality = 58
/** How long a page may load that is asked for the first time, and its pictures, which are drawn then, after it. */
const loadedMs = 120_000
const drawnMs = 30_000
const lookAgainMs = 2000
const titlesWatched = 9

interface Look {
  width: number
  height: number
  skin: Skin
}

const fileOf = (screen: Screen, { width, skin }: Pick<Look, 'width' | 'skin'>): string =>
  `${screen.name}-${width}-${skin}.webp`
const looksOf = ({ isStage = false }: Screen): Look[] =>
  windows.flatMap(([width, height]) =>
    (isStage ? (['dark'] as const) : (['dark', 'light'] as const)).map((skin) => ({ width, height, skin })),
  )

/** Waits for the first film, which takes minutes where none is made yet. */
async function fill({ station, platform, url }: FilmStation): Promise<Shown> {
  await station.demo.add()
  await platform.jobs.start()
  const ready = async (): Promise<Shown['film'] | undefined> => {
    const { rows } = await platform.pool.query<Shown['film']>(
      `select title.id, title.pid_id as "pidId" from episode
       join source on source.id = source_id join title on title.id = title_id
       where episode.state = 'ready' and level = 1
       order by (select count(*) from comment where kind = 'vod' and subject_id = title.id) desc, title.id limit 1`,
    )
    return rows[0]
  }
  let film = await ready()
  for (; film === undefined; film = await ready()) await setTimeout(lookAgainMs)
  const { channel, overseas } = await findChannels(station)
  const ofSeries = /href="\/details\/1\/(\d+)"/.exec(await (await fetch(`${url}/tabs/1`)).text())?.[1]
  return { film, series: Number(ofSeries), channel, overseas }
}

/** Waits until the channels show the first film: they are planned once it is there. */
async function findChannels({ live, guide }: Station): Promise<Pick<Shown, 'channel' | 'overseas'>> {
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
    await setTimeout(lookAgainMs)
  }
}

interface Visit {
  screen: Screen
  look: Look
  person: ScreenPerson
}

async function enter(browser: Browser, url: string, visit: Visit): Promise<BrowserContext> {
  const { screen, look } = visit
  const { width, height, skin } = look
  const person = screen.isIn ? visit.person : null
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
  const cookies = { theme: skins[skin], ...(person && { in: '1' }) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  if (person) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(person.token)})`)
  return context
}

/** Addresses of pictures in sight that have not come. A picture that only begins in sight may wait for its turn. */
const missing = `[...document.images].filter((image) => {
  const { top, bottom, left, right, width } = image.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight && image.checkVisibility() &&
    !(image.complete && image.naturalWidth > 0)
}).map(({ src }) => src)`

/** What has not come by then is said, and the picture is taken without it. */
async function allDrawn(page: Page): Promise<void> {
  const until = Date.now() + drawnMs
  let left = await page.evaluate<string[]>(missing)
  for (; left.length > 0 && Date.now() < until; left = await page.evaluate<string[]>(missing)) await setTimeout(100)
  for (const src of left) process.stdout.write(`missing: ${src}\n`)
}

async function take(page: Page, screen: Screen, path: string, look: Look): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle', timeout: loadedMs })
  await page.waitForFunction(hasTakenOver)
  await screen.act?.(page)
  await page.waitForLoadState('networkidle')
  await allDrawn(page)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(picture)
    .webp({ quality, effort: 6 })
    .toFile(join(outDir, fileOf(screen, look)))
}

function indexText(): string {
  const parts = screens.map((screen) => {
    const files = looksOf(screen).map(({ width, skin }) => `[${width} ${skin}](${fileOf(screen, { width, skin })})`)
    const shown = fileOf(screen, { width: 1280, skin: 'dark' })
    return `## ${screen.head}\n\n${files.join(' · ')}\n\n![${screen.head}](${shown})\n`
  })
  const head = `# Screens\n\nEvery page as it first meets the eye, 360 to 1920 pixels wide, in both skins. Written by \`npm run screens\`.\n`
  return [head, ...parts].join('\n')
}

/** @param wanted names of screens; empty means all */
async function takeAll(film: FilmStation, browser: Browser, wanted: readonly string[]): Promise<void> {
  const shown = await fill(film)
  const watched = await film.platform.pool.query<{ id: number }>(
    'select id from title where id <> $1 order by (pid_id = 1) desc, id limit $2',
    [shown.film.id, titlesWatched],
  )
  await giveDanmaku(film, shown.film.id)
  const person = await makeScreenPerson(film, [shown.film.id, ...watched.rows.map(({ id }) => id)])
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const look of looksOf(screen)) {
      const context = await enter(browser, film.url, { screen, look, person })
      await take(await context.newPage(), screen, film.url + screen.path(shown), look)
      await context.close()
    }
    process.stdout.write(`${screen.name}\n`)
  }
}

/** Pictures of what there is no more. */
async function removeOld(): Promise<void> {
  const known = new Set(screens.flatMap((screen) => looksOf(screen).map((look) => fileOf(screen, look))))
  const old = (await readdir(outDir)).filter((name) => name.endsWith('.webp') && !known.has(name))
  await Promise.all(old.map((name) => rm(join(outDir, name))))
}

await mkdir(outDir, { recursive: true })
const { YUNMU_DATA } = process.env
const film = await openFilmStation(YUNMU_DATA === undefined ? {} : { YUNMU_DATA }, {
  live: someLive(Math.floor(Date.now() / 1000)),
})
const browser = await launchBrowser(playsAlone)
try {
  await takeAll(film, browser, process.argv.slice(2))
  await removeOld()
  await writeFile(join(outDir, 'README.md'), indexText())
} finally {
  await browser.close()
  await film.close()
}

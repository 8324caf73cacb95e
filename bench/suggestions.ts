import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pinyinOf } from '@yunmu/zh'
import type { Page } from 'playwright-core'
import { buildApp } from '../apps/server/src/app.ts'
import { isHydrated, launchBrowser } from '../e2e/browser.ts'
import { percentile, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventName, inventTexts } from './lib/title-names.ts'
import { seedTitles } from './seed.ts'

/**
 * Time from a key press to the painted suggestions: text is typed into the header's search box in a real browser, and
 * the list is complete when it no longer changes and its frame was painted. Needs a web build. Takes about two minutes.
 * `node bench/suggestions.ts [titles]`
 */
const titleCount = Number(process.argv[2] ?? 20_000)
const words = 40
/** Pause between two key presses. */
const betweenKeysMs = 500

/** Records when a key was pressed, and when the frame after each change of the list was painted. */
const watch = `{
  window.typed = { keyMs: 0, drawnMs: 0 }
  addEventListener('keydown', ({ timeStamp }) => { typed = { keyMs: timeStamp, drawnMs: 0 } }, true)
  new MutationObserver((records) => {
    if (!records.some(({ target }) => target.closest?.('[role=listbox]') ?? target.parentElement?.closest('[role=listbox]'))) return
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => { typed.drawnMs = performance.now() }
      channel.port2.postMessage(null)
    })
  }).observe(document, { subtree: true, childList: true, characterData: true })
}`

/** Types a word key by key. Returns the milliseconds from each key press to its list. */
async function type(page: Page, word: string): Promise<number[]> {
  const field = page.getByRole('banner').locator('input[name="q"]')
  await field.fill('')
  await delay(betweenKeysMs)
  const waits: number[] = []
  for (const key of word) {
    await page.keyboard.press(key)
    await delay(betweenKeysMs)
    const { keyMs, drawnMs } = await page.evaluate<{ keyMs: number; drawnMs: number }>('typed')
    if (drawnMs > 0) waits.push(drawnMs - keyMs)
  }
  return waits
}

const { platform, station, close } = await openScratchStation()
await seedTitles(platform.db, titleCount, 1, inventTexts)
await station.search.load()
const app = await buildApp(platform, station, {
  webBuildDir: join(import.meta.dirname, '../apps/web/build'),
  lagMs: () => 0,
})
const browser = await launchBrowser()
try {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await page.addInitScript(watch)
  await page.goto(`${url}/rank`)
  while (!(await page.evaluate<boolean>(isHydrated))) await delay(50)
  await page.getByRole('banner').locator('input[name="q"]').click()
  const random = seededRandom(5)
  const waits: number[] = []
  for (let at = 0; at < words; at++) waits.push(...(await type(page, pinyinOf(inventName(random)).slice(0, 4))))
  report('suggestions', {
    titles: titleCount,
    keys: waits.length,
    keyToScreenMs: {
      median: round(percentile(waits, 0.5), 0),
      p95: round(percentile(waits, 0.95), 0),
      most: round(percentile(waits, 1), 0),
    },
    promised: '≤ 150 ms',
  })
} finally {
  await browser.close()
  await app.close()
  await close()
}

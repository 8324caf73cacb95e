import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../e2e/browser.ts'
import { openDanmakuStage, type DanmakuStage } from './danmaku-stage.ts'

let folder: string
let stage: DanmakuStage
let browser: Browser
let page: Page

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'danmaku-stage-'))
  stage = await openDanmakuStage(folder)
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
})

afterAll(async () => {
  await browser.close()
  stage.close()
  rmSync(folder, { recursive: true })
})

/** A layer on an empty page whose clock is set by hand. `look` returns the colours on the canvas at a position. */
const tools = `
  const { createDanmakuLayer } = await import('/engine/index.ts')
  const canvas = document.createElement('canvas')
  const clock = { timeSec: 0, rate: 1, moving: false }
  const layer = createDanmakuLayer(canvas, { clock: () => clock, accent: '#ff0000' })
  layer.resize(1000, 562, 1)
  const settings = { on: true, opacity: 100, area: 100, size: 100, speed: 3, density: 'all', scroll: true, top: true,
    bottom: true, color: true, merge: true, clearOfSubtitles: true, level: 0, words: [], patterns: [], users: [] }
  layer.set(settings)
  let last = 0
  const one = (given) => ({ id: String(++last), time: 0, mode: 'scroll', color: 0xffffff, size: 25, text: '弹幕飞过' + last,
    user: '', weight: 5, vip: false, up: 0, mine: false, ...given })
  const frames = async (count = 3) => { for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame) }
  const at = async (timeSec) => { clock.timeSec = timeSec; layer.wake(); await frames() }
  const look = ({ x, y, width, height }) => {
    const { data } = canvas.getContext('2d').getImageData(Math.round(x), Math.round(y), Math.ceil(width), Math.ceil(height))
    const found = { ink: 0, light: 0, dark: 0, red: 0 }
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, a] = data.subarray(i, i + 4)
      if (a > 30) found.ink++
      if (a > 200 && r > 200 && g > 200 && b > 200) found.light++
      if (a > 100 && r < 60 && g < 60 && b < 60) found.dark++
      if (a > 200 && r > 200 && g < 60 && b < 60) found.red++
    }
    return found
  }
  const all = { x: 0, y: 0, width: 1000, height: 562 }`

async function run<Answer>(script: string): Promise<Answer> {
  stage.show('none', [])
  await page.goto(stage.url)
  return page.evaluate<Answer>(`(async () => { ${tools}; ${script} })()`)
}

interface Ink {
  ink: number
  light: number
  dark: number
  red: number
}

test('[I02] nothing is drawn without danmaku, and the canvas is empty after switching off', async () => {
  const [before, during, off] = await run<Ink[]>(`
    await frames()
    const before = look(all)
    layer.put([one()])
    await at(4)
    const during = look(all)
    layer.set({ ...settings, on: false })
    await frames()
    return [before, during, look(all)]`)
  expect(before?.ink).toBe(0)
  expect(during?.ink).toBeGreaterThan(500)
  expect(off?.ink).toBe(0)
})

test('[I02] after a seek texts are at the positions of the clock, with a dark outline; black ones with a light one', async () => {
  const { hit, words, black, elsewhere } = await run<{
    hit: { danmaku: { id: string }; box: { x: number } }
    words: Ink
    black: Ink
    elsewhere: Ink
  }>(`
    layer.put([one({ time: 300 }), one({ time: 500, color: 0 })])
    await at(304.5)
    const box = { x: 400, y: 20, width: 200, height: 30 }
    const hit = layer.at(470, 30)
    const words = look(hit.box)
    const elsewhere = look({ x: 700, y: 0, width: 300, height: 562 })
    await at(504.5)
    return { hit, words, elsewhere, black: look(layer.at(470, 30).box) }`)
  expect(hit.danmaku.id).toBe('1')
  expect(hit.box.x).toBeCloseTo(1000 - (1000 + 1000 / 6) / 2, 0)
  expect(words.light).toBeGreaterThan(200)
  expect(words.dark).toBeGreaterThan(200)
  expect(elsewhere.ink).toBe(0)
  expect(black.dark).toBeGreaterThan(200)
  expect(black.ink).toBeGreaterThan(black.dark)
})

test('[I02] own danmaku are underlined, a held one does not move, and removed ones disappear', async () => {
  const { own, other, held, released, gone } = await run<Record<string, number>>(`
    layer.put([one({ mine: true }), one()])
    await at(3)
    layer.put([one({ id: '1', text: '弹幕飞过1' })])
    await frames()
    const reds = look(all).red
    layer.hold('1')
    const x = () => [...Array(1000).keys()].map((x) => layer.at(x, 30)).find((hit) => hit?.danmaku.id === '1')?.box.x
    const atFirst = x()
    await at(5)
    const held = x() - atFirst
    layer.hold(null)
    await at(6)
    const released = atFirst - x()
    layer.remove(['1'])
    await frames()
    return { own: reds, other: look({ ...all, y: 52 }).red, held, released, gone: look(all).red }`)
  expect(own).toBeGreaterThan(100)
  expect(other).toBe(0)
  expect(held).toBe(0)
  expect(released).toBeGreaterThan(80)
  expect(released).toBeLessThan(200)
  expect(gone).toBe(0)
})

test('[I02] many danmaku on a few bitmaps look the same, and bottom ones are above the reserved space', async () => {
  const { apart, together, low, high } = await run<{ apart: Ink; together: Ink; low: number; high: number }>(`
    layer.put(Array.from({ length: 60 }, (_, at) => one({ time: at / 10 })))
    await at(7)
    clock.moving = true
    layer.wake()
    while (layer.stats().shown < 40 || layer.stats().clusters === 0) await frames()
    const together = look(all)
    clock.moving = false
    layer.hold(null)
    await frames(2)
    const apart = look(all)
    const foot = () => [...Array(562).keys()].findLast((y) => layer.at(500, y)?.danmaku.mode === 'bottom')
    layer.put([one({ mode: 'bottom', time: 20 })])
    await at(21)
    const low = foot()
    layer.reserveBottom(130)
    return { apart, together, low, high: foot() }`)
  expect(apart.ink).toBeGreaterThan(10_000)
  expect(Math.abs(together.ink - apart.ink)).toBeLessThan(apart.ink * 0.02)
  expect(low).toBe(562 - 101 - 1)
  expect(high).toBe(562 - 130 - 1)
})

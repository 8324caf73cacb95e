import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aac, makeFile, makeMedia, subtitleBytes } from '../../apps/server/src/testing/make-media.ts'
import { launchBrowser, noMotion } from '../browser.ts'
import { startStationProcess, type StationProcess } from '../station-process.ts'
import { visit } from '../page-load.ts'
import { showControls } from '../player/player-pages.ts'

/** Real files are imported while the station runs, found on its pages, and played. */

const cli = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error']

let station: StationProcess
let browser: Browser
let page: Page
let folder: string
let events: { event: string; [field: string]: unknown }[]

async function makeFiles(): Promise<void> {
  await makeMedia(folder, { name: '原样封装 (2024).mp4', sec: 6 })
  await makeMedia(folder, {
    name: '转码长片.2023.mkv',
    sec: 12,
    rate: 10,
    width: 1280,
    height: 720,
    video: hevc,
    audio: [{ codec: ['-c:a', 'ac3'] }],
  })
  await makeMedia(folder, { name: '广播录制.ts', audio: [{ codec: ['-c:a', 'mp2'] }] })
  await makeMedia(folder, { name: '变帧率.mov', filter: "select='not(mod(n,3))+lt(n,40)'", more: ['-vsync', 'vfr'] })
  await makeMedia(folder, { name: '竖拍.mp4', rotate: 90 })
  const tracks = [
    { ...aac, language: 'zho', title: '国语' },
    { ...aac, language: 'eng', title: 'English' },
  ]
  await makeMedia(folder, { name: '双音轨.mkv', audio: tracks })
  await makeMedia(folder, { name: '剧集一部/剧集一部.S01E01.1080p.mkv' })
  await makeMedia(folder, { name: '剧集一部/剧集一部.S01E02.1080p.mkv', sec: 5 })
  await makeMedia(folder, { name: '剧集一部/剧集一部 预告片.mp4', sec: 8, width: 640, height: 360 })
  makeFile(folder, '剧集一部/剧集一部.S01E01.1080p.zh.srt', subtitleBytes.gb18030)
  await makeMedia(folder, { name: '老片.avi', video: ['-c:v', 'mpeg4'], audio: [{ codec: ['-c:a', 'libmp3lame'] }] })
  makeFile(folder, '坏掉的.mp4', 'this is no video')
}

/** Runs the import as an operator does. Resolves with the exit code. */
async function importFolder(): Promise<number | null> {
  const env = { ...process.env, YUNMU_DATA: station.dataDir }
  const child = spawn(process.execPath, [cli, 'import', folder, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  events = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return child.exitCode
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunmu-films-'))
  ;[station, browser] = await Promise.all([startStationProcess({ DEMO: '0' }), launchBrowser(), makeFiles()])
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...noMotion })
})
afterAll(async () => {
  await browser.close()
  await station.stop()
  await rm(folder, { recursive: true, force: true })
})

const isPlaying = () =>
  page.evaluate<boolean>(
    '(() => { const v = document.querySelector("video"); return !!v && !v.paused && v.readyState > 2 })()',
  )
const position = () => page.evaluate<number>('document.querySelector("video").currentTime')

/** The address of a category, newest first. */
const categoryUrl = (category: string): string =>
  `${station.url}/nav/${[category, '全部地区', '全部年份', '全部', '全部', '全部', '最新.html'].map(encodeURIComponent).join('/')}`

/** Follows links as a visitor does: category, details, player. */
async function openFilm(name: string, category = '电影'): Promise<void> {
  await visit(page, categoryUrl(category))
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await page.waitForURL(/\/details\//)
  await page
    .getByRole('main')
    .getByRole('link', { name: /播放|继续/ })
    .first()
    .click()
  await page.waitForURL(/\/player\/vod\//)
}

async function play(): Promise<void> {
  await page.waitForSelector('video')
  await page.evaluate(
    '(() => { const v = document.querySelector("video"); v.muted = true; return v.play().catch(() => {}) })()',
  )
  await expect.poll(isPlaying).toBe(true)
}

/** The films are short, and must not end during a test: the next episode would follow. */
const playAtRate = (rate: number) => page.evaluate(`document.querySelector("video").playbackRate = ${rate}`)
const playSlowly = () => playAtRate(0.1)

describe('a folder of films', () => {
  test('[M02] an empty station shows that it is empty', async () => {
    await visit(page, station.url)
    expect(await page.getByRole('main').innerText()).toMatch(/没有|空/)
  })

  test(
    '[M02] the broken file is reported by name and reason, and the others are imported',
    { timeout: 600_000 },
    async () => {
      expect(await importFolder()).toBe(1)
      const failed = events.filter(({ event }) => event === 'failed')
      expect(failed).toHaveLength(1)
      expect(JSON.stringify(failed)).toContain('坏掉的.mp4')
      expect(JSON.stringify(failed[0])).toMatch(/"reason":"[^"]+"/)
    },
  )

  test('[M02] the imported titles are on the pages of the running station', async () => {
    await visit(page, categoryUrl('电影'))
    const films = await page.getByRole('main').innerText()
    for (const name of ['原样封装', '转码长片', '广播录制', '变帧率', '竖拍', '双音轨', '老片'])
      expect(films).toContain(name)
    await visit(page, station.url)
    expect(await page.getByRole('main').innerText()).toContain('剧集一部')
  })

  test('[F08] a film plays to its end', async () => {
    await openFilm('原样封装')
    await play()
    await expect.poll(() => page.evaluate('document.querySelector("video").ended'), { timeout: 60_000 }).toBe(true)
    expect(await position()).toBeGreaterThan(5.5)
  })

  test('[F08] quality and script change during playback', async () => {
    await openFilm('转码长片')
    await play()
    await playSlowly()
    await showControls(page)
    await page.getByRole('button', { name: '清晰度' }).click()
    const choices = await page.getByRole('menuitemradio').allInnerTexts()
    expect(choices.join(' ')).toMatch(/720p 480p 360p/i)
    await page.getByRole('menuitemradio', { name: /360p/i }).click()
    // A chosen quality begins with the next segment, which takes ten times as long at a tenth of the rate.
    await playAtRate(1)
    await expect.poll(() => page.evaluate('document.querySelector("video").videoHeight')).toBe(360)
    await playSlowly()

    const before = await position()
    await page.getByRole('button', { name: '切换到繁体字' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('轉碼長片')
    expect(await isPlaying()).toBe(true)
    expect(await position()).toBeGreaterThanOrEqual(before)
    await page.context().clearCookies()
    await page.evaluate('localStorage.removeItem("language")')
  })

  test('[F08] GB18030 subtitles can be chosen and are shown', async () => {
    await openFilm('剧集一部', '电视剧')
    await play()
    await playSlowly()
    await showControls(page)
    await page.getByRole('button', { name: '字幕' }).click()
    await page.getByRole('menuitemradio').first().click()
    await page.evaluate('document.querySelector("video").currentTime = 0.2')
    await expect.poll(() => page.locator('body').innerText()).toContain('你好，这是第一句')
  })

  test('[M02] a trailer is shown under its title, plays there, and is not in the history', async () => {
    await visit(page, categoryUrl('电视剧'))
    await page
      .getByRole('main')
      .getByRole('link', { name: /剧集一部/ })
      .first()
      .click()
    await page.waitForURL(/\/details\//)
    const episodes = page.getByRole('region', { name: '选集' }).getByRole('link')
    await expect.poll(() => episodes.allInnerTexts()).toEqual(['本站', '1', '2'])
    await page.getByRole('region', { name: '花絮与预告' }).getByRole('link', { name: '预告片' }).click()
    await page.waitForURL(/\/player\/vod\/\d+\/\d+\/2000000001|-2000000001\.html/)
    await play()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('剧集一部')
    // Leaving the page records what was watched.
    await visit(page, station.url)
    const kept = await page.evaluate<string>('localStorage.getItem("history") ?? ""')
    expect(kept).not.toContain('2000000001')
  })

  test('[M02] a second import changes nothing', async () => {
    expect(await importFolder()).toBe(1)
    expect(events.filter(({ event }) => event === 'imported')).toEqual([])
  })
})

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { autoplayArgs, launchBrowser, noServiceWorker, playStartSec, recordPlayStart } from './browser.ts'
import { findAxeViolations } from './accessibility.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'

/** Init script: remembers what the player says of lines, which it shows for seconds only. */
const recordNotices = `window.lineNotices = []
  new MutationObserver(() => {
    const text = document.querySelector('[data-plate="line"]')?.textContent
    if (text && text !== window.lineNotices.at(-1)) window.lineNotices.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })`

let browser: Browser
let station: TestStation
let page: Page
const files = new Map<string, Buffer>()
const servers: Server[] = []
/** A host that lets other pages read it, one that does not, and one with a page of its own. */
let open: string
let closed: string
let partner: string
/** What the pages of the test reported on their console. */
const problems: string[] = []

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  mp4: 'video/mp4',
}

/** A host with the film. `/hang.m3u8` never answers. */
async function startHost(headers: Record<string, string>, pageText = ''): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid')
    if (pathname === '/hang.m3u8') return
    if (pathname === '/play')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageText)
    const bytes = files.get(pathname)
    if (!bytes) return void response.writeHead(404, headers).end()
    const type = types[pathname.split('.').at(-1) ?? ''] ?? ''
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined)
      return void response
        .writeHead(200, { ...headers, 'content-type': type, 'content-length': bytes.length, 'accept-ranges': 'bytes' })
        .end(bytes)
    const end = last ? Number(last) + 1 : bytes.length
    const range = {
      'content-range': `bytes ${first}-${end - 1}/${bytes.length}`,
      'content-length': end - Number(first),
    }
    response.writeHead(206, { ...headers, ...range, 'content-type': type }).end(bytes.subarray(Number(first), end))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

async function makeFilm(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-remote-'))
  const input = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=640x360:rate=12:duration=40',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=40',
  ]
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '24',
    '-c:a',
    'aac',
    '-shortest',
  ]
  const hls = [
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_playlist_type',
    'vod',
    '-hls_segment_filename',
    join(folder, '%d.ts'),
  ]
  const run = promisify(execFile)
  await run('ffmpeg', ['-loglevel', 'error', ...input, ...codecs, ...hls, join(folder, 'index.m3u8')])
  await run('ffmpeg', [
    '-loglevel',
    'error',
    '-i',
    join(folder, 'index.m3u8'),
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    join(folder, 'film.mp4'),
  ])
  for (const name of await readdir(folder)) files.set(`/${name}`, await readFile(join(folder, name)))
  await rm(folder, { recursive: true, force: true })
}

beforeAll(async () => {
  await makeFilm()
  open = await startHost({ 'access-control-allow-origin': '*' })
  closed = await startHost({})
  partner = await startHost(
    {},
    '<title>合作方</title><body style="margin:0;background:#134;color:#fff;font:700 28px sans-serif;display:grid;place-items:center;height:100vh">合作方的播放器</body>',
  )
  const allow = closed.replace('http://', '')
  ;[station, browser] = await Promise.all([
    openTestStation({ env: { EGRESS_ALLOW: allow } }),
    launchBrowser(autoplayArgs),
  ])
  const { hosts } = station.station.remote.manager
  await hosts.allow(open, 'direct')
  await hosts.allow(closed, 'relayed')
  await hosts.allow(partner, 'embedded')
})
afterEach(async () => {
  await page.context().close()
})
afterAll(async () => {
  await browser.close()
  await station.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

let count = 0

/** A film whose lines lie at these addresses. */
async function aFilm(name: string, lines: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const nowSec = Math.floor(Date.now() / 1000)
  const { catalog, remote } = station.station
  const { id } = await catalog.writer.saveTitle(
    { origin: `remote:${count++}`, pidId: 1, typeId: 11, name, letter: 'W', year: 2026, totalEpisodes: 1 },
    nowSec,
  )
  for (const [position, [source, urls]] of Object.entries(lines).entries()) {
    await catalog.writer.saveEpisodes(id, [{ source, sourcePosition: position, level: 1, name: '正片' }], nowSec)
    for (const url of urls) await remote.manager.add({ titleId: id, source, level: 1, url })
  }
  station.notifyTitlesChanged([id])
  return `/player/vod/1/${id}/1`
}

async function watch(path: string, width = 1280): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...noServiceWorker })
  await context.addInitScript(recordPlayStart)
  await context.addInitScript(recordNotices)
  page = await context.newPage()
  problems.length = 0
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (err) => problems.push(err.message))
  await visit(page, station.url + path)
}

async function expectToPlay(): Promise<void> {
  await expect.poll(() => page.evaluate(playStartSec), { timeout: 90_000 }).toBeGreaterThan(0)
}
const notices = () => page.evaluate<string[]>('window.lineNotices')
async function expectNotice(text: string): Promise<void> {
  await expect.poll(notices, { timeout: 90_000 }).toEqual([text])
}
/** Where the pictures of a look are written, if anybody wants them. */
const shots = process.env.REMOTE_SHOTS
const shoot = async (name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) })
}

test('[M02] a film of a host that lets pages read it plays from there, and another address takes over from a dead one', async () => {
  const path = await aFilm('雾港来信', { 量子: [`${open}/gone.m3u8`, `${open}/index.m3u8`] })
  await watch(path)
  await expectNotice('线路 量子 无法播放，已换到 量子（备用 1）')
  await shoot('address-1280')
  await expectToPlay()
  await shoot('playing-1280')
  expect(problems).toEqual([])
  expect(await findAxeViolations(page)).toEqual([])
})

test('[M02] a line that cannot be played is replaced by the next line, which the station relays, and the page says so', async () => {
  const path = await aFilm('夜航', { 量子: [`${open}/gone.m3u8`], 非凡: [`${closed}/index.m3u8`] })
  await watch(path, 360)
  await expectNotice('线路 量子 无法播放，已换到 非凡')
  await shoot('line-360')
  await expectToPlay()
  await shoot('playing-360')
  expect(problems).toEqual([])
})

test('[M02] what a browser may not read because its host sends no CORS headers gives way to the next line', async () => {
  const { hosts } = station.station.remote.manager
  await hosts.allow(closed, 'direct')
  try {
    await watch(await aFilm('潮声', { 量子: [`${closed}/index.m3u8`], 非凡: [`${open}/index.m3u8`] }))
    await expectNotice('线路 量子 无法播放，已换到 非凡')
    await expectToPlay()
  } finally {
    await hosts.allow(closed, 'relayed')
  }
})

test('[M02] a host that never answers is given up after ten seconds', async () => {
  await watch(await aFilm('灯下', { 量子: [`${open}/hang.m3u8`, `${open}/index.m3u8`] }))
  await expectNotice('线路 量子 无法播放，已换到 量子（备用 1）')
  await expectToPlay()
})

test('[M02] a film in one file plays, directly and relayed, and can be sought in', async () => {
  for (const host of [open, closed]) {
    await watch(await aFilm('远山', { 量子: [`${host}/film.mp4`] }))
    await expectToPlay()
    await page.keyboard.press('5')
    await expect
      .poll(() => page.evaluate('document.querySelector("video").currentTime'), { timeout: 60_000 })
      .toBeGreaterThan(19)
    expect(problems).toEqual([])
    if (host === open) await page.context().close()
  }
})

test('[M02] the page of a partner is shown in a sandbox, with the way to another line', async () => {
  const path = await aFilm('合作', { 合作方: [`${partner}/play`], 量子: [`${open}/index.m3u8`] })
  for (const width of [360, 1280]) {
    await watch(path, width)
    const frame = page.locator('[data-screen="page"] iframe')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation')
    await expect
      .poll(() => page.frameLocator('[data-screen="page"] iframe').locator('body').textContent())
      .toBe('合作方的播放器')
    await shoot(`page-${width}`)
    expect(problems).toEqual([])
    if (width === 360) await page.context().close()
  }
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '换线路' }).click()
  await expectToPlay()
})

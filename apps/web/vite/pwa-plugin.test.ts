import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iconSvg, offlinePage, workerScript } from './pwa-plugin.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const icon = read('app/ui/icons/site-icon.svg')
const offline = offlinePage(read('worker/offline.html'))

/** The colour of a point, 0 to 1 in each direction, as [red, green, blue, alpha]. */
async function colourAt(svg: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(100, 100)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.round(y * 99) * info.width + Math.round(x * 99)) * 4
  return [...data.subarray(at, at + 4)]
}

test('an icon that a system cuts fills its square and keeps the drawing inside four fifths', async () => {
  expect(await colourAt(iconSvg(icon, true), 0, 0)).toEqual([11, 14, 20, 255])
  expect((await colourAt(iconSvg(icon, false), 0, 0))[3]).toBe(0)
  const ground = [11, 14, 20, 255]
  for (const [x, y] of [
    [0.5, 0.11],
    [0.11, 0.5],
    [0.89, 0.5],
    [0.5, 0.89],
  ] as const)
    expect(await colourAt(iconSvg(icon, true), x, y)).toEqual(ground)
  expect(await colourAt(iconSvg(icon, true), 0.5, 0.66)).toEqual([255, 77, 61, 255])
})

test('the offline page has its words in both scripts and asks nobody for anything but the station for a sign of life', () => {
  expect(offline).toContain('"h1":"網絡已斷開"')
  expect(offline).not.toMatch(/\b(?:src|href)=|@import|url\(/)
})

test('the worker carries its version and the offline page, keeps nothing, and is another with another version', () => {
  const [one, other] = ['one', 'two'].map((version) => workerScript(read('worker/service-worker.ts'), offline, version))
  expect(one).not.toBe(other)
  expect(one).toContain('网络已断开')
  expect(one).not.toMatch(/BUILD_VERSION|OFFLINE_PAGE|\bcaches\b|indexedDB|import /)
  expect(Buffer.byteLength(one ?? '')).toBeLessThan(5000)
})

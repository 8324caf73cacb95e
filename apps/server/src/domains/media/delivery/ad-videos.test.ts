import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAdVideos } from './ad-videos.ts'

const mp4 = Buffer.from('00000018667479706d703432', 'hex')
const hash = (at: number): string => String(at).padStart(22, 'h')

test('[J05] videos that an ad server names make room for one another, and never take that of the operator or of others', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-ads-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const videos = createAdVideos(dataDir)
  const agedBy = async (file: string, hours: number) => {
    const at = new Date(Date.now() - hours * 3600 * 1000)
    await utimes(join(dataDir, 'ads', file), at, at)
  }
  expect(await videos.store(`7.${hash(0)}`, Buffer.from('<html>'))).toBe(false)
  for (const name of [hash(1), `8.${hash(1)}`]) {
    expect(await videos.store(name, mp4)).toBe(true)
    await agedBy(`${name}.mp4`, 500)
  }
  for (let at = 0; at < 10; at++) {
    expect(await videos.store(`7.${hash(at)}`, mp4)).toBe(true)
    await agedBy(`7.${hash(at)}.mp4`, 100 - at)
  }
  // The oldest was used since, so that the second makes room.
  expect(await videos.urlOf(`7.${hash(0)}`)).toBe(`/media/ads/7.${hash(0)}.mp4`)
  expect(await videos.store(`7.${hash(10)}`, mp4)).toBe(true)
  expect(await videos.urlOf(`7.${hash(1)}`)).toBeNull()
  expect(await readdir(join(dataDir, 'ads'))).toHaveLength(12)
  expect(await videos.urlOf(`7.${hash(0)}`)).not.toBeNull()
  expect(await videos.urlOf(hash(1))).not.toBeNull()
})

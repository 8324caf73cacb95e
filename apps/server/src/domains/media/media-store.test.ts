import { existsSync, readdirSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { aRendition, publishRandom, subtitles } from '../../testing/media.ts'
import { openFolder } from '../../testing/open-folder.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { AssetSettled } from './media-events.ts'
import { pictureUrl, pictureFile } from './media-files.ts'
import { createMediaStore, type MediaStore, type RenditionDraft } from './media-store.ts'
import type { MediaTables } from './media-tables.ts'

const database = await createTestDatabase()
let dataDir: string
let store: MediaStore
let settled: AssetSettled[]
let removed: number[]

beforeEach(() => {
  dataDir = openFolder()
  settled = []
  removed = []
  store = createMediaStore(database.db.withTables<MediaTables>(), {
    inTransaction: (work) => database.db.transaction().execute(work),
    dataDir,
    onSettled: async (one) => void settled.push(one),
    onRemoved: (ids) => void removed.push(...ids),
  })
})

const anAsset = (demo = false): Promise<number> => store.createAsset({ demo, nowSec: 1_800_000_000 })
const draftOf = (renditions: RenditionDraft[]) => ({ durationMs: 12_000, storyboard: null, renditions })

test.each(['', '..', '../up', 'a/b', 'A', '-a', 'a.b', 'storyboard', '高清', 'a\0b'])(
  'a rendition named %j is refused, and what plays goes on playing',
  async (name) => {
    const id = await anAsset()
    const version = await publishRandom(store, id)
    const next = await store.createVersion(id)
    await expect(store.publishVersion(id, next.version, draftOf([aRendition({ name })]))).rejects.toThrow(RangeError)
    expect((await store.published(id))?.version).toBe(version)
  },
)

test('a version without a video, or with a video without segments, is refused', async () => {
  const id = await anAsset()
  const { version } = await store.createVersion(id)
  await expect(store.publishVersion(id, version, draftOf([subtitles]))).rejects.toThrow(RangeError)
  await expect(store.publishVersion(id, version, draftOf([aRendition({ segments: [] })]))).rejects.toThrow(RangeError)
  expect(await store.published(id)).toBeNull()
  expect(settled).toEqual([])
})

test('publishing a version older than the current one is refused', async () => {
  const id = await anAsset()
  const old = await store.createVersion(id)
  await publishRandom(store, id)
  await expect(store.publishVersion(id, old.version, draftOf([aRendition()]))).rejects.toThrow(/newer/)
})

test('two concurrent calls begin a version in different folders', async () => {
  const id = await anAsset()
  const begun = await Promise.all([1, 2, 3].map(() => store.createVersion(id)))
  expect(new Set(begun.map(({ dir }) => dir)).size).toBe(3)
  for (const { dir } of begun) expect(readdirSync(dir)).toEqual([])
})

test('a new version replaces the old one, whose rows and files are removed', async () => {
  const id = await anAsset()
  await publishRandom(store, id, [aRendition(), aRendition({ name: '360p' })])
  const version = await publishRandom(store, id, [aRendition()])
  const published = await store.published(id)
  expect(published).toMatchObject({ version, durationMs: 12_000 })
  expect(published?.renditions.map(({ name }) => name)).toEqual(['720p'])
  expect(readdirSync(join(dataDir, 'media', String(id)))).toEqual([String(version)])
  expect(settled).toEqual([1, 2].map(() => ({ assetId: id, state: 'ready', durationMs: 12_000 })))
})

test('bit rates are measured from the segments', async () => {
  const id = await anAsset()
  const segments = [100_000, 300_000, 200_000].map((bytes) => ({ durationMs: 4000, bytes }))
  await publishRandom(store, id, [aRendition({ segments })])
  expect((await store.published(id))?.renditions[0]).toMatchObject({ bandwidth: 600_000, average_bandwidth: 400_000 })
})

test('a failed asset is broken with its reason, unless a version is already published', async () => {
  const [failed, playing] = [await anAsset(), await anAsset()]
  await publishRandom(store, playing)
  for (const id of [failed, playing]) await store.failAsset(id, '无法解码')
  const states = await store.assetState([failed, playing, 2_000_000_000])
  expect(states.get(failed)).toMatchObject({ state: 'broken', version: 0, reason: '无法解码' })
  expect(states.get(playing)).toMatchObject({ state: 'ready', durationMs: 12_000 })
  expect(states.size).toBe(2)
  expect(settled.filter(({ state }) => state === 'broken')).toEqual([
    { assetId: failed, state: 'broken', durationMs: 0 },
  ])
})

test('removing assets removes their rows, versions and pictures, and no others', async () => {
  const [removedId, keptId] = [await anAsset(true), await anAsset()]
  for (const id of [removedId, keptId]) {
    await publishRandom(store, id)
    await mkdir(join(dataDir, 'pictures'), { recursive: true })
    await writeFile(pictureFile(dataDir, { assetId: id, version: 1, name: 'poster' }), 'picture')
  }
  expect(await store.demoAssets()).toContain(removedId)
  await store.removeAssets([removedId])
  expect(removed).toEqual([removedId])
  expect((await store.assetState([removedId, keptId])).size).toBe(1)
  expect(existsSync(join(dataDir, 'media', String(removedId)))).toBe(false)
  expect(readdirSync(join(dataDir, 'pictures'))).toEqual([`${keptId}-1-poster.webp`])
  expect(await store.published(keptId)).not.toBeNull()
})

test('the sweep removes unreferenced files, but nothing that changed within the hour and no current version', async () => {
  const [current, started, deleted] = [await anAsset(), await anAsset(), await anAsset()]
  const version = await publishRandom(store, current)
  const abandoned = await store.createVersion(current)
  const working = await store.createVersion(started)
  await store.createVersion(deleted)
  await database.pool.query('delete from asset where id = $1', [deleted])
  await mkdir(join(dataDir, 'pictures/sized'), { recursive: true })
  const pictures = [`${current}-${version}-poster`, `${current}-${abandoned.version}-poster`, `${deleted}-1-poster`]
  const files = pictures.flatMap((name) => [`pictures/${name}.webp`, `pictures/sized/${name}-300.webp`])
  for (const name of files) await writeFile(join(dataDir, name), 'picture')
  const before = readdirSync(dataDir, { recursive: true })
  const nowMs = Date.now()
  await store.sweep(nowMs)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)

  await utimes(working.dir, nowMs / 1000 + 3600, nowMs / 1000 + 3600)
  await store.sweep(nowMs + 3700_000)
  expect(readdirSync(join(dataDir, 'media')).toSorted()).toEqual([`${current}`, `${started}`].toSorted())
  expect(readdirSync(join(dataDir, 'media', `${current}`))).toEqual([`${version}`])
  expect(existsSync(working.dir)).toBe(true)
  expect(readdirSync(join(dataDir, 'pictures'))).toEqual([`${current}-${version}-poster.webp`, 'sized'])
  expect(readdirSync(join(dataDir, 'pictures/sized'))).toEqual([`${current}-${version}-poster-300.webp`])
  expect((await store.published(current))?.version).toBe(version)
})

test('a picture has an address only if its name is plain', () => {
  for (const name of ['', '../x', 'a/b', 'Ä']) {
    expect(() => pictureUrl({ assetId: 1, version: 1, name })).toThrow(RangeError)
  }
  expect(pictureUrl({ assetId: 7, version: 2, name: 'still-1' })).toBe('/media/pictures/7-2-still-1.webp')
})

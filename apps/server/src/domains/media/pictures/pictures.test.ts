import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { admissionBounds, createAdmission } from '../../../platform/http/admission.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { createFileMemory } from '../delivery/file-memory.ts'
import { pictureAddress, pictureFile } from '../media-files.ts'
import { createPictures } from './pictures.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers })
const sizeOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
async function titled(given: Parameters<typeof aTitle>[0] = {}) {
  const { writer, titles } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ ...given }), nowSec())
  const read = async () => {
    const title = await titles.detail(id, nowSec())
    if (!title) throw new Error('no title')
    return title
  }
  return { id, read, title: await read() }
}
const artOf = (titleId: number): string[] => {
  const folder = join(t.platform.config.dataDir, 'art', String(Math.floor(titleId / 1000)))
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.split('-')[1] === String(titleId)) : []
}

test('a title that is not there has no picture', async () => {
  expect((await get('/media/art/poster/2000000000-0-abcdefghij.webp')).statusCode).toBe(404)
})

test('a title of a category that visitors may not see has no picture: its name stands on it', async () => {
  const { category } = await t.platform.db
    .withTables<{ category: { id: number; hidden: boolean } }>()
    .selectFrom('category')
    .select('id as category')
    .where('hidden', '=', true)
    .executeTakeFirstOrThrow()
  const { writer, artwork } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ pidId: category, typeId: category }), nowSec())
  expect((await get(`/media/art/poster/${id}-0-abcdefghij.webp`)).statusCode).toBe(404)
  expect(await artwork.inputOf(id)).toBeNull()
})

test('an episode that is not there has no still: nobody fills the disk with numbers', async () => {
  const { id, title } = await titled()
  const still = title.img.replace('/poster/', '/still/')
  for (const level of [1, 999_999]) {
    expect((await get(still.replace(`/${id}-0-`, `/${id}-${level}-`))).statusCode).toBe(404)
  }
  expect((await get(title.img.replace(`/${id}-0-`, `/${id}-1-`))).statusCode).toBe(404)
  expect(artOf(id)).toEqual([])
})

test('the address of a picture that changed leads on to the new one', async () => {
  const { id, title } = await titled()
  const response = await get(`${title.img.slice(0, -'abcdefghij.webp'.length)}abcdefghij.webp?w=480`)
  expect(response.statusCode).toBe(301)
  expect(response.headers.location).toBe(`${title.img}?w=480`)
  expect(artOf(id)).toEqual([])
})

test('a poster is drawn in the width asked for, to be kept for ever', async () => {
  const { title } = await titled({ name: '长河落日', genres: ['古装'], directors: ['林见川'] })
  const response = await get(`${title.img}?w=181`)
  expect(await sizeOf(response.rawPayload)).toEqual({ width: 180, height: 270, format: 'webp' })
  expect(response.headers).toMatchObject({ 'content-type': 'image/webp', etag: expect.any(String) })
  expect((await get(`${title.img}?w=180`, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304)
  expect(await sizeOf((await get(`${title.backdrop}?w=300`)).rawPayload)).toEqual({
    width: 300,
    height: 169,
    format: 'webp',
  })
})

test('a reader of traditional characters gets a poster in them; one that reads the same in both is drawn once', async () => {
  const [differs, same] = [await titled({ name: '长河落日' }), await titled({ name: '山水之人' })]
  const poster = async ({ title }: typeof differs, query: string) =>
    (await get(`${title.img}?w=180${query}`)).rawPayload
  expect((await poster(differs, '&lang=t')).equals(await poster(differs, ''))).toBe(false)
  expect((await poster(same, '&lang=t')).equals(await poster(same, ''))).toBe(true)
  expect(artOf(same.id)).toHaveLength(1)
  await get(`${differs.title.backdrop}?w=300&lang=t`)
  await get(`${differs.title.backdrop}?w=300`)
  expect(artOf(differs.id)).toHaveLength(3)
})

test('many who ask for a picture that is not drawn yet get the same one', async () => {
  const { id, title } = await titled()
  const together = await Promise.all(Array.from({ length: 12 }, () => get(`${title.img}?w=180`)))
  expect(new Set(together.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  expect(artOf(id)).toHaveLength(1)
})

test('what a poster tells of itself is kept with its title, and told of once', async () => {
  const { id, read } = await titled()
  const { img, thumb } = await read()
  expect(thumb).toBe('')
  const told: number[][] = []
  const { artwork } = t.station.catalog
  const { dataDir } = t.platform.config
  const pictures = createPictures({
    dataDir,
    log: t.platform.log,
    memory: createFileMemory({ folder: dataDir, maxBytes: 1_000_000 }),
    admission: createAdmission({ bounds: admissionBounds.picture, overloaded: () => false }),
    titles: {
      artwork: artwork.inputOf,
      rememberDrawing: artwork.saveMetadata,
      announceChanged: (ids) => told.push(ids),
    },
  })
  const visitor = () => ({ address: '203.0.113.1', agent: undefined, left: new AbortController().signal })
  for (const query of ['w=180', 'w=300']) {
    const wish = { wantsBytes: true, admit: async () => {}, visitor }
    expect(await pictures.answer(img, query, wish)).toHaveProperty('file')
  }
  pictures.flush()
  expect(told).toEqual([[id]])
  const drawn = await read()
  expect(Buffer.from(drawn.thumb, 'base64').length).toBeGreaterThan(10)
  expect(drawn.focus).toBeGreaterThan(0)
  expect(drawn.ink).toMatch(/^#[0-9a-f]{6}$/)
  expect(drawn.img).toBe(img)
})

test('a drawing does not take the place of a real picture', async () => {
  const { id, read } = await titled({ poster: '/media/pictures/1-1-poster.webp', thumb: 'real', backdrop: '' })
  const drawing = { thumb: 'drawn', focus: 0.25, ink: '#101010' }
  expect(await t.station.catalog.artwork.saveMetadata(id, drawing)).toBe(true)
  expect(await t.station.catalog.artwork.saveMetadata(id, drawing)).toBe(false)
  expect(await read()).toMatchObject({ thumb: 'real', focus: 0.25, ink: '#101010' })
})

test('an address that has had too many pictures made is refused with 429, and still gets those that are kept', async () => {
  const { title } = await titled()
  await get(`${title.img}?w=180`)
  const from = (remoteAddress: string, url: string) => t.app.inject({ url, remoteAddress })
  const statuses = new Set<number>()
  for (let at = 1; at <= 300; at++) {
    statuses.add((await from('203.0.113.30', `/media/pictures/${at}-1-none.webp`)).statusCode)
  }
  expect([...statuses]).toEqual([404])
  const refused = await from('203.0.113.30', `${title.img}?w=300`)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('203.0.113.30', `${title.img}?w=180`)).statusCode).toBe(200)
  expect((await from('203.0.113.31', `${title.img}?w=300`)).statusCode).toBe(200)
})

test('drawings of a title can be taken away, and those of others stay', async () => {
  const [gone, stays] = [await titled(), await titled()]
  for (const { title } of [gone, stays]) await get(`${title.img}?w=180`)
  await t.station.media.removeDrawings([gone.id])
  expect(artOf(gone.id)).toEqual([])
  expect(artOf(stays.id)).toHaveLength(1)
})

test('an imported picture is shrunk, never enlarged, and kept', async () => {
  const { dataDir } = t.platform.config
  const picture = { assetId: 70, version: 1, name: 'backdrop' }
  mkdirSync(join(dataDir, 'pictures'), { recursive: true })
  const real = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#345' } })
    .webp()
    .toBuffer()
  writeFileSync(pictureFile(dataDir, picture), real)
  const address = pictureAddress(picture)
  expect((await get(address.replace('backdrop', 'poster'))).statusCode).toBe(404)
  expect((await sizeOf((await get(`${address}?w=300`)).rawPayload)).width).toBe(300)
  expect((await sizeOf((await get(`${address}?w=1600`)).rawPayload)).width).toBe(640)
  rmSync(pictureFile(dataDir, picture))
  expect((await get(`${address}?w=300`)).statusCode).toBe(200)
})

test('many pictures that one address has drawn delay another address by one or two of them', async () => {
  const many = await Promise.all(Array.from({ length: 30 }, () => titled()))
  const { title } = await titled()
  let drawn = 0
  const asked = many.map(async (each) => {
    const { statusCode } = await t.app.inject({ url: `${each.title.img}?w=180`, remoteAddress: '203.0.113.40' })
    if (statusCode === 200) drawn++
  })
  const other = await t.app.inject({ url: `${title.img}?w=180`, remoteAddress: '203.0.113.41' })
  expect(other.statusCode).toBe(200)
  expect(drawn).toBeLessThan(6)
  await Promise.all(asked)
  expect(drawn).toBe(30)
})

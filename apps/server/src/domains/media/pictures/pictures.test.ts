import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { admissionBounds, createAdmission } from '../../../platform/http/admission/admission.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../../catalog/index.ts'
import { createFileCache } from '../delivery/file-cache.ts'
import { newPictureName, pictureFile, pictureUrl } from '../media-files.ts'
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
async function titled(options: Parameters<typeof aTitle>[0] = {}) {
  const { writer, titles } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ ...options }), nowSec())
  const read = async () => {
    const title = await titles.detail(id, nowSec())
    if (!title) throw new Error('no title')
    return title
  }
  return { id, read, title: await read() }
}
async function writePicture(picture: Parameters<typeof pictureFile>[1]): Promise<void> {
  const { dataDir } = t.platform.config
  mkdirSync(join(dataDir, 'pictures'), { recursive: true })
  const create = { width: 640, height: 360, channels: 3, background: '#345' } as const
  writeFileSync(pictureFile(dataDir, picture), await sharp({ create }).webp().toBuffer())
}
const artOf = (titleId: number): string[] => {
  const folder = join(t.platform.config.dataDir, 'art', String(Math.floor(titleId / 1000)))
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.split('-')[1] === String(titleId)) : []
}

test('a title that does not exist has no picture', async () => {
  expect((await get('/media/art/poster/2000000000-0-abcdefghij.webp')).statusCode).toBe(404)
})

test('a title of a hidden category has no picture, because the picture shows its name', async () => {
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

test('an episode that does not exist has no still, so that numbers cannot fill the disk', async () => {
  const { id, title } = await titled()
  const still = title.img.replace('/poster/', '/still/')
  for (const level of [1, 999_999]) {
    expect((await get(still.replace(`/${id}-0-`, `/${id}-${level}-`))).statusCode).toBe(404)
  }
  expect((await get(title.img.replace(`/${id}-0-`, `/${id}-1-`))).statusCode).toBe(404)
  expect(artOf(id)).toEqual([])
})

test('the address of an outdated picture redirects to the new one', async () => {
  const { id, title } = await titled()
  const response = await get(`${title.img.slice(0, -'abcdefghij.webp'.length)}abcdefghij.webp?w=480`)
  expect(response.statusCode).toBe(301)
  expect(response.headers.location).toBe(`${title.img}?w=480`)
  expect(artOf(id)).toEqual([])
})

test('a poster is generated in the requested width and served as immutable', async () => {
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

test('a reader of traditional characters gets a poster in them; a name that is equal in both scripts is drawn once', async () => {
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

test('concurrent requests for a picture that is not drawn yet share one drawing', async () => {
  const { id, title } = await titled()
  const together = await Promise.all(Array.from({ length: 12 }, () => get(`${title.img}?w=180`)))
  expect(new Set(together.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  expect(artOf(id)).toHaveLength(1)
})

test('metadata of a poster is stored with its title and announced once', async () => {
  const { id, read } = await titled()
  const { img, thumb } = await read()
  expect(thumb).toBe('')
  const announced: number[][] = []
  const { artwork } = t.station.catalog
  const { dataDir } = t.platform.config
  const pictures = createPictures({
    dataDir,
    log: t.platform.log,
    fileCache: createFileCache({ folder: dataDir, maxBytes: 1_000_000 }),
    admission: createAdmission({ bounds: admissionBounds.picture, overloaded: () => false }),
    titles: {
      artwork: artwork.inputOf,
      showAsset: async () => true,
      saveArtworkMetadata: artwork.saveMetadata,
      posters: async () => [],
      announceChanged: (ids) => announced.push(ids),
    },
  })
  const visitor = () => ({ address: '203.0.113.1', agent: undefined, left: new AbortController().signal })
  for (const query of ['w=180', 'w=300']) {
    const request = { wantsBytes: true, admit: async () => {}, visitor }
    expect(await pictures.reply(img, query, request)).toHaveProperty('file')
  }
  pictures.flush()
  expect(announced).toEqual([[id]])
  const drawn = await read()
  expect(Buffer.from(drawn.thumb, 'base64').length).toBeGreaterThan(10)
  expect(drawn.focus).toBeGreaterThan(0)
  expect(drawn.ink).toMatch(/^#[0-9a-f]{6}$/)
  expect(drawn.img).toBe(img)
})

test('a generated picture does not replace an imported one', async () => {
  const { id, read } = await titled({ poster: '/media/pictures/1-1-poster.webp', thumb: 'real', backdrop: '' })
  const drawing = { thumb: 'drawn', focus: 0.25, ink: '#101010' }
  expect(await t.station.catalog.artwork.saveMetadata(id, drawing)).toBe(true)
  expect(await t.station.catalog.artwork.saveMetadata(id, drawing)).toBe(false)
  expect(await read()).toMatchObject({ thumb: 'real', focus: 0.25, ink: '#101010' })
})

test('an address that had too many pictures generated is refused with 429, but still gets stored pictures', async () => {
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

test('removing the generated pictures of a title leaves those of other titles', async () => {
  const [removed, kept] = [await titled(), await titled()]
  for (const { title } of [removed, kept]) await get(`${title.img}?w=180`)
  await t.station.media.removeArtwork([removed.id])
  expect(artOf(removed.id)).toEqual([])
  expect(artOf(kept.id)).toHaveLength(1)
})

test('an imported picture is scaled down, never up, and stored', async () => {
  const picture = { assetId: 70, version: 1, name: newPictureName('backdrop') }
  await writePicture(picture)
  const address = pictureUrl(picture)
  expect((await get(address.replace('backdrop', 'poster'))).statusCode).toBe(404)
  expect((await sizeOf((await get(`${address}?w=300`)).rawPayload)).width).toBe(300)
  expect((await sizeOf((await get(`${address}?w=1600`)).rawPayload)).width).toBe(640)
  rmSync(pictureFile(t.platform.config.dataDir, picture))
  const { statusCode, headers } = await get(`${address}?w=300`)
  expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')])
})

test('a picture with a name that can be guessed is served while its title is visible', async () => {
  const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
  const { id: titleId } = await titled()
  const episode = { source: '正片', level: 1, name: '', assetId }
  await t.station.catalog.writer.saveEpisodes(titleId, [episode], nowSec())
  const picture = { assetId, version: 1, name: 'poster' }
  await writePicture(picture)
  const publish = async (published: boolean): Promise<void> => {
    await sql`update title set published = ${published} where id = ${titleId}`.execute(t.platform.db)
    t.events.announce(titlesChanged, { ids: [titleId] })
  }
  const answered = async (): Promise<number> => (await get(`${pictureUrl(picture)}?w=300`)).statusCode
  await publish(false)
  expect(await answered()).toBe(404)
  await publish(true)
  expect(await answered()).toBe(200)
  await publish(false)
  expect(await answered()).toBe(404)
})

test('many drawings for one address delay another address by a few drawings only', async () => {
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

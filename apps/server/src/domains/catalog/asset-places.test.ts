import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPlayableTitle } from '../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { createAssetPlaces, type AssetPlaces } from './asset-places.ts'
import { categoriesChanged, titlesChanged } from './index.ts'
import type { EpisodeDraft } from './title-drafts.ts'

let t: TestApp
let reads: number[]
let places: AssetPlaces
let film: { titleId: number; assetId: number }

beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  film = await aPlayableTitle(t, { vip: true, publish: false })
  reads = []
  const { episodes } = t.station.catalog
  const { placesOf, assetsOf } = episodes
  const store = {
    assetsOf,
    placesOf(assetId: number) {
      reads.push(assetId)
      return placesOf(assetId)
    },
  }
  places = createAssetPlaces({ store, events: t.events, changes: t.platform.changes, clock: t.clock })
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const episodeOf = (assetId: number, vip: boolean) => ({ source: '云播', level: 1, name: '正片', assetId, vip })

async function save(titleId: number, episodes: readonly EpisodeDraft[]): Promise<void> {
  await t.station.catalog.writer.saveEpisodes(titleId, episodes, nowSec())
  t.events.announce(titlesChanged, { ids: [titleId] })
}

test('changes of other titles cost no query, however many ask', async () => {
  const other = await aPlayableTitle(t, { publish: false })
  await Promise.all(Array.from({ length: 20 }, () => places.isForVips(film.assetId)))
  for (let count = 0; count < 5; count++) {
    t.events.announce(titlesChanged, { ids: [other.titleId] })
    expect(await places.isForVips(film.assetId)).toBe(true)
  }
  expect(reads).toEqual([film.assetId])
})

test('[J03] whoever asks after a change of the title or its category is answered with it', async () => {
  expect(await places.isForVips(film.assetId)).toBe(true)
  await save(film.titleId, [episodeOf(film.assetId, false)])
  expect(await places.isForVips(film.assetId)).toBe(false)
  expect(await places.isShown(film.assetId)).toBe(true)
  const hide = (hidden: boolean) => t.platform.pool.query('update category set hidden = $1 where id = 2', [hidden])
  await hide(true)
  t.events.announce(categoriesChanged, {})
  expect(await places.isShown(film.assetId)).toBe(false)
  await hide(false)
  t.events.announce(categoriesChanged, {})
  expect(await places.isShown(film.assetId)).toBe(true)
})

test('[J03] another title that begins or ceases to play the asset counts at once', async () => {
  expect(await places.isForVips(film.assetId)).toBe(true)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle(), nowSec())
  await save(id, [episodeOf(film.assetId, false)])
  expect(await places.isForVips(film.assetId)).toBe(false)
  const other = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
  expect(await places.isForVips(other)).toBe(false)
  await save(id, [episodeOf(other, true)])
  expect(await places.isForVips(film.assetId)).toBe(true)
  expect(await places.isForVips(other)).toBe(true)
})

test('[J03] an asset that nothing played, and that everybody asked for, is closed with its first episode for VIPs', async () => {
  const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
  expect(await places.isForVips(assetId)).toBe(false)
  await save(film.titleId, [episodeOf(assetId, true)])
  expect(await places.isForVips(assetId)).toBe(true)
})

test('a gap of the events counts as a change of everything, and what changed while it was read is read again', async () => {
  await places.of(film.assetId)
  t.platform.events.reportGap()
  await places.of(film.assetId)
  expect(reads).toHaveLength(2)
  t.platform.events.reportGap()
  const running = places.of(film.assetId)
  // Until it reads, which takes no answer of the database.
  for (let turn = 0; turn < 100 && reads.length < 3; turn++) await Promise.resolve()
  t.events.announce(titlesChanged, { ids: [film.titleId] })
  await Promise.all([running, places.of(film.assetId)])
  expect(reads).toHaveLength(4)
})

test('[J03] an early episode for VIPs is open to everybody when the free one has aired', async () => {
  const { assetId, titleId } = film
  const airAtSec = nowSec() + 60
  await save(titleId, [episodeOf(assetId, true), { ...episodeOf(assetId, false), source: '备用', airAtSec }])
  expect(await places.isForVips(assetId)).toBe(true)
  const before = t.clock.nowMs()
  t.clock.set(before + 60_000)
  expect(await places.isForVips(assetId)).toBe(false)
  t.clock.set(before)
})

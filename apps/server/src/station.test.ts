import { beforeAll, expect, test, vi } from 'vitest'
import { titlesChanged } from './domains/catalog/index.ts'
import { publishRandom } from './testing/media.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

test('pending episodes get the state of their assets, and others stay pending', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { assets } = t.station.media
  const { writer, titles } = t.station.catalog
  const asset = () => assets.createAsset({ demo: false, nowSec })
  const [published, failed, open] = [await asset(), await asset(), await asset()]
  await publishRandom(assets, published)
  await assets.failAsset(failed, '无法解码')
  const { id } = await writer.saveTitle(aTitle(), nowSec)
  const drafts = [published, failed, open].map((assetId, at) => ({
    source: '云播',
    level: at + 1,
    name: `${at}`,
    assetId,
  }))
  await writer.saveEpisodes(id, drafts, nowSec)

  const notified: unknown[] = []
  t.events.on(titlesChanged, (detail) => notified.push(detail))
  await t.station.catalog.settleEpisodes()
  const states = (await titles.detail(id, nowSec))?.sources[0]?.episodes.map(({ state }) => state)
  expect(states).toEqual(['ready', 'broken', 'pending'])
  expect(notified).toHaveLength(1)
  await t.station.catalog.settleEpisodes()
  expect(notified).toHaveLength(1)
})

test('the input of a picture is queried once, and again after a change', async () => {
  const { writer, titles, artwork } = t.station.catalog
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const draft = aTitle()
  const { id } = await writer.saveTitle(draft, nowSec)
  const asked = vi.spyOn(artwork, 'inputOf')
  const { img = '' } = (await titles.detail(id, nowSec)) ?? {}
  const get = async () => (await t.app.inject({ url: `${img}?w=180` })).statusCode
  expect([await get(), await get(), await get()]).toEqual([200, 200, 200])
  expect(asked).toHaveBeenCalledTimes(1)
  await writer.saveTitle({ ...draft, name: '改了名' }, nowSec)
  t.events.announce(titlesChanged, { ids: [id] })
  expect([await get(), await get()]).toEqual([301, 301])
  expect(asked).toHaveBeenCalledTimes(2)
})

import { indexSearch, playToken, vodDetail, vodNewest, type TitleCard } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { lock, unlock } from '../../testing/locks.ts'
import { aPlayableTitle } from '../../testing/media.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let titleId: number
beforeAll(async () => {
  t = await buildTestApp()
  ;({ titleId } = await aPlayableTitle(t))
  await t.station.catalog.writer.saveStills(titleId, new Map([[1, '/media/pictures/1-1-still-1.webp']]))
  await t.station.catalog.listing.refresh([titleId])
})

const detail = async (options: MakeOptions = {}) =>
  vodDetail.reply.parse((await t.make(vodDetail, { type: 2, id: titleId }, options)).data)
const cards = async (): Promise<Pick<TitleCard, 'id' | 'locked'>[]> => {
  const { list } = vodNewest.reply.parse((await t.make(vodNewest, { type: 2, count: 5 })).data)
  return list.map(({ id, locked }) => ({ id, locked }))
}

test('[B08] lists, search and the page show at once that a title is locked, or no longer', async () => {
  const { name } = await detail()
  const found = async () => (await t.make(indexSearch, { kind: 'all', q: name, order: '相关', page: 1, size: 5 })).data
  expect(await cards()).toEqual([{ id: titleId, locked: false }])
  expect(await found()).toMatchObject({ list: [{ title: { locked: false } }] })
  await lock(t, { kind: 'vod', id: titleId })
  expect(await cards()).toEqual([{ id: titleId, locked: true }])
  expect(await found()).toMatchObject({ list: [{ title: { locked: true } }] })
  expect(await detail()).toMatchObject({ locked: true, sources: [{ locked: false }] })
  await t.station.locks.manager.clear({ kind: 'vod', id: titleId, line: 0 })
  expect([await cards(), (await detail()).locked]).toEqual([[{ id: titleId, locked: false }], false])
})

test('[B08] the replies of a locked title and of a locked source have no pictures of the film, for nobody', async () => {
  const stillOf = async (options?: MakeOptions) => (await detail(options)).sources[0]?.episodes[0]?.img
  const still = await stillOf()
  expect(still).toMatch(/^\/media\/pictures\//)
  const [source] = (await detail()).sources
  for (const line of [0, source?.id ?? 0]) {
    await lock(t, { kind: 'vod', id: titleId, line })
    const headers = await unlock(t, { type: 'vod', id: titleId })
    for (const options of [{}, { headers }, { headers, as: 'mei' }] as const)
      expect(await stillOf(options)).toMatch(/^\/media\/art\/still\//)
    await t.station.locks.manager.clear({ kind: 'vod', id: titleId, line })
  }
  expect(await stillOf()).toBe(still)
})

test('[B08] a source with a password is marked in the reply of its title', async () => {
  const [source] = (await detail()).sources
  await lock(t, { kind: 'vod', id: titleId, line: source?.id ?? 0 })
  expect(await detail()).toMatchObject({ locked: false, sources: [{ locked: true }] })
  expect((await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1 })).data).toEqual({
    refusal: 'PlayPasswordNeeded',
  })
})

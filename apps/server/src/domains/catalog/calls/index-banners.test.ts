import { indexBanners } from '@yunmu/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../index.ts'

const Banners = z.object({ list: z.array(z.object({ name: z.string(), totalEpisodes: z.int() })) })

test('banners tell films of any category from series', async () => {
  const t = await buildTestApp()
  const { writer } = t.station.catalog
  await writer.saveTitle(aTitle({ name: '末班船', pidId: 1, typeId: 1, totalEpisodes: 1 }), 1_700_000_000)
  await writer.saveTitle(aTitle({ name: '雾港来信', pidId: 1, typeId: 1, totalEpisodes: 12 }), 1_700_000_000)
  t.events.announce(titlesChanged, { ids: [] })
  const { list } = Banners.parse((await t.make(indexBanners, {})).data)
  expect(new Map(list.map(({ name, totalEpisodes }) => [name, totalEpisodes]))).toEqual(
    new Map([
      ['末班船', 1],
      ['雾港来信', 12],
    ]),
  )
})

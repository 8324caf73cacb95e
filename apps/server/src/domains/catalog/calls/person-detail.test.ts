import { personDetail, replyCode } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../index.ts'

const t = await buildTestApp()
const { writer } = t.station.catalog
const save = async (name: string, year: number, given: Parameters<typeof aTitle>[0]) =>
  (await writer.saveTitle(aTitle({ name, year, ...given }), 1)).id
const actors = [
  { name: '沈北望', role: '饰 陆见川' },
  { name: '许知遥', role: '饰 阮青' },
]
await save('雾港来信', 2026, { directors: ['顾砚秋'], actors })
const night = await save('霜降前夜', 2023, { directors: ['沈北望'], actors: [{ name: '许知遥', role: '' }] })
await save('别人的戏', 2024, { directors: ['梁渡'], actors: [{ name: '沈北', role: '' }] })

const person = (name: string) => t.make(personDetail, { name }, {})

test('[F04] somebody without visible works is not found', async () => {
  expect(await person('无名')).toMatchObject({ code: replyCode.refused, data: { refusal: 'NoSuchPerson' } })
  expect(await person('"}]')).toMatchObject({ data: { refusal: 'NoSuchPerson' } })
})

test('[F04] works as director and actor are listed, the newest first, with roles and co-workers', async () => {
  expect((await person('沈北望')).data).toMatchObject({
    name: '沈北望',
    latin: 'SHEN BEIWANG',
    works: [
      { title: { name: '雾港来信' }, directed: false, acted: true, role: '饰 陆见川' },
      { title: { name: '霜降前夜' }, directed: true, acted: false, role: '' },
    ],
    coworkers: [{ name: '许知遥', isDirector: false, count: 2 }],
  })
})

test('[F04] a name in traditional characters finds the same person', async () => {
  expect((await person('沈北望')).data).toEqual((await person('瀋北望'.replace('瀋', '沈'))).data)
  expect((await person('許知遙')).data).toMatchObject({ name: '许知遥' })
})

test('[F04] a title that is no longer visible leaves the page', async () => {
  await t.platform.pool.query('delete from title_listing where title_id = $1', [night])
  t.events.announce(titlesChanged, { ids: [night] })
  await expect
    .poll(async () => personDetail.reply.parse((await person('沈北望')).data).works.map(({ title }) => title.name))
    .toEqual(['雾港来信'])
})

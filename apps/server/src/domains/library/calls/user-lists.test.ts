import {
  laterListId,
  maxListTitles,
  maxTitleLists,
  replyCode,
  userListAdd,
  userListCreate,
  userListDelete,
  userListOrder,
  userListRemove,
  userListRename,
  userLists,
  userListTitles,
  vodWatchRecord,
} from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../../catalog/index.ts'

const t = await buildTestApp()
const ids: number[] = []
for (const name of ['甲', '乙', '丙']) ids.push((await t.station.catalog.writer.saveTitle(aTitle({ name }), 1)).id)
const [first = 0, second = 0, third = 0] = ids
const lin = { as: 'lin' } as const

const add = (id: number, list = laterListId) => t.make(userListAdd, { list, id }, lin)
const create = (name: string) => t.make(userListCreate, { name }, lin)
const lists = async (title = 0) => userLists.reply.parse((await t.make(userLists, { title }, lin)).data).list
const names = async () => (await lists()).map(({ name, count }) => [name, count])
const titlesOf = async (list: number) => (await t.make(userListTitles, { list, page: 1, size: 30 }, lin)).data
const refused = (refusal: string) => ({ code: replyCode.refused, data: { refusal } })

test('[F10] 稍后看 exists before its first title; other lists have to be made', async () => {
  expect(await names()).toEqual([['', 0]])
  expect(await titlesOf(laterListId)).toMatchObject({ list: [], total: 0 })
  expect(await t.make(userListRemove, { list: laterListId, ids: [first] }, lin)).toMatchObject({ data: { removed: 0 } })
  expect(await t.make(userListTitles, { list: 77, page: 1, size: 30 }, lin)).toMatchObject(refused('NoSuchList'))
  expect(await add(first, 77)).toMatchObject(refused('NoSuchList'))
  expect(await t.make(userListRemove, { list: 77, ids: [first] }, lin)).toMatchObject(refused('NoSuchList'))
  expect(await add(999_999)).toMatchObject(refused('NoSuchTitle'))
})

test('[F10] twenty concurrent requests put a title into 稍后看 once, the newest first', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(first)))
  expect(answers.filter(({ code }) => code === replyCode.done)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === replyCode.alreadySo)).toHaveLength(19)
  for (const id of [second, third]) {
    t.clock.set(t.clock.nowMs() + 1000)
    await add(id)
  }
  expect(await titlesOf(laterListId)).toMatchObject({
    list: [{ name: '丙' }, { name: '乙' }, { name: '甲' }],
    total: 3,
  })
  const list = await lists(second)
  expect(list).toMatchObject([{ id: laterListId, count: 3, has: true }])
  expect(list[0]?.covers).toHaveLength(3)
  expect((await t.make(vodWatchRecord, { id: second }, lin)).data).toMatchObject({ later: true })
})

test('[F10] a title that is no longer visible is left out, and does not count', async () => {
  await t.platform.pool.query('delete from title_listing where title_id = $1', [third])
  t.events.announce(titlesChanged, { ids: [third] })
  expect(await titlesOf(laterListId)).toMatchObject({ list: [{ name: '乙' }, { name: '甲' }], total: 2 })
  expect(await names()).toEqual([['', 2]])
})

test('[F10] lists are named once, renamed, ordered and deleted; titles stay in other lists', async () => {
  const made = [await create('周末'), await create('下雨天'), await create(' 和家人 ')]
  const [a = 0, b = 0, c = 0] = made.map(({ data }) => userListCreate.reply.parse(data).id)
  expect(await create('周末')).toMatchObject(refused('ListNameTaken'))
  expect(await names()).toEqual([
    ['', 2],
    ['周末', 0],
    ['下雨天', 0],
    ['和家人', 0],
  ])
  await add(first, a)
  expect(await t.make(userListRename, { list: b, name: '周末' }, lin)).toMatchObject(refused('ListNameTaken'))
  expect(await t.make(userListRename, { list: 77, name: '无' }, lin)).toMatchObject(refused('NoSuchList'))
  await t.make(userListRename, { list: b, name: '下雪天' }, lin)
  await t.make(userListOrder, { lists: [c, 77] }, lin)
  expect(await names()).toEqual([
    ['', 2],
    ['和家人', 0],
    ['周末', 1],
    ['下雪天', 0],
  ])
  expect((await t.make(userListDelete, { list: a }, lin)).code).toBe(replyCode.done)
  expect(await t.make(userListDelete, { list: a }, lin)).toMatchObject(refused('NoSuchList'))
  expect(await names()).toEqual([
    ['', 2],
    ['和家人', 0],
    ['下雪天', 0],
  ])
})

test('[F10] lists and their titles are limited; concurrent requests take one place', async () => {
  const made = await Promise.all(Array.from({ length: maxTitleLists }, (_, at) => create(`片单${at}`)))
  expect(made.filter(({ code }) => code === replyCode.done)).toHaveLength(maxTitleLists - 2)
  expect(await create('还有一个')).toMatchObject(refused('TooManyLists'))
  const list = (await lists()).at(-1)?.id ?? 0
  await t.platform.pool.query(
    `with made as (
       insert into title (origin, name, pid_id, type_id, created_at, updated_at)
       select 'test:many ' || n, '多' || n, pid_id, type_id, 1, 1
       from title, generate_series(1, $2::int) as n where title.id = $3 returning id
     ) insert into title_list_item select $1, id, 1 from made`,
    [list, maxListTitles, first],
  )
  expect(await add(first, list)).toMatchObject(refused('ListFull'))
})

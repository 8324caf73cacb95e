import { expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import {
  button,
  makeUser,
  nowSec,
  open,
  page,
  problems,
  series,
  setUpUserAreaStation,
  station,
} from './user-area/user-area-pages.ts'

setUpUserAreaStation()

test('[D07] a followed series is listed in the user area, and can be cancelled there', async () => {
  const token = await makeUser('gexin')
  await open('/user/remind', { token })
  await page.getByText('还没有追的剧和预约的节目').waitFor()
  await open(`/details/1/${series.id}`, { token })
  await button('预约').click()
  await button('已预约').waitFor()
  await open('/user/remind', { token })
  await page.getByRole('region', { name: '在追的影片' }).getByRole('article').waitFor()
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  await button('不再追《北屿灯塔》').click()
  await page.getByText('还没有追的剧和预约的节目').waitFor()
  expect(problems).toEqual([])
})

test('[D07] the message about a new episode opens by itself and leads to the title', async () => {
  const token = await makeUser('haoran')
  await open(`/details/1/${series.id}`, { token })
  await button('预约').click()
  await button('已预约').waitFor()
  await station.station.messages.notify([await userIdOf('haoran')], {
    type: 'reminder',
    about: { kind: 'vod', id: series.id },
    origin: `title:${series.id}:1`,
    title: '《北屿灯塔》更新至第 1 集',
    text: '第 1 集：守灯人',
  })
  await open('/', { token })
  await page.getByText('《北屿灯塔》更新至第 1 集').first().waitFor()
  expect(nowSec()).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

async function userIdOf(name: string): Promise<number> {
  const { rows } = await station.platform.pool.query<{ id: number }>('select id from app_user where name = $1', [name])
  return rows[0]?.id ?? 0
}

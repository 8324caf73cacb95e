import { chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'
import { expect, test } from 'vitest'
import { aLinearChannel } from '../apps/server/src/testing/channels.ts'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { findAxeViolations, findAxeViolationsInBothSkins } from './accessibility.ts'
import { waitOutMidnight } from './midnight.ts'
import {
  button,
  makeUser,
  nowSec,
  open,
  page,
  post,
  problems,
  series,
  setUpUserAreaStation,
  station,
} from './user-area/user-area-pages.ts'

setUpUserAreaStation()

test('[D07] a followed series is listed in the user area, and can be cancelled there', async () => {
  const token = await makeUser('gexin')
  await open('/user/remind', { token })
  await page.getByText('还没有在追的剧或预约的节目').waitFor()
  await open(`/details/1/${series.id}`, { token })
  await button('预约').click()
  await button('已预约').waitFor()
  await open('/user/remind', { token })
  await page.getByRole('region', { name: '在追的影片' }).getByRole('article').waitFor()
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  await button('不再追《北屿灯塔》').click()
  await page.getByText('还没有在追的剧或预约的节目').waitFor()
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

test('[F06] [B05] the address of an episode that has not aired says when it does, and offers to follow the series', async () => {
  const airAtSec = Date.UTC(2027, 0, 8, 12, 5) / 1000
  const { writer } = station.station.catalog
  const { id } = await writer.saveTitle(aTitle({ name: '潮汐来信', pidId: 1, typeId: 11, totalEpisodes: 2 }), nowSec())
  const ready = { source: '本站', level: 1, name: '第1集', state: 'ready' as const, durationMs: 600_000 }
  await writer.saveEpisodes(id, [ready, { source: '本站', level: 2, name: '第2集', airAtSec }], nowSec())
  station.notifyTitlesChanged([id])
  for (const width of [1280, 360]) {
    const token = await makeUser(`suyang${width}`)
    await open(`/player/vod/1/${id}/2`, { token, viewport: { width, height: 740 } })
    const screen = page.getByRole('status').filter({ hasText: '开播' })
    await screen.getByText('1 月 8 日 周五 20:05 开播').waitFor()
    await screen.getByText('第 2 集').first().waitFor()
    await screen.getByRole('button', { name: '追剧' }).click()
    await screen.getByRole('button', { name: '已在追' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.getByRole('button', { name: '先看第 1 集' }).click()
  await page.waitForURL(`**/player/vod/1/${id}/1`)
  // The page of an episode that plays offers it too, among the actions.
  const actions = page.locator('#intro')
  await actions.getByRole('button', { name: '已在追' }).click()
  await actions.getByRole('button', { name: '追剧' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await open(`/player/vod/1/${id}/2?lang=t`)
  await page.getByText('1 月 8 日 週五 20:05 開播').waitFor()
  expect(problems).toEqual([])
})

test('[D07] a reserved programme is listed with its day and time in China, wherever the device is', async () => {
  await waitOutMidnight()
  const token = await makeUser('yuye')
  const { live, guide } = station.station
  const [channelId = 0] = await live.save([aLinearChannel({ name: '云幕夜场', number: 7 })])
  // Half past two of tomorrow in China: in New York it is still today.
  const startSec = dayStartSec(chinaDay(nowSec() + daySec)) + 2.5 * 3600
  const programme = { startSec, endSec: startSec + 1800, name: '守夜人', sub: '', intro: '', category: '', img: '' }
  await guide.saveProgrammes(channelId, [programme])
  const { rows } = await station.platform.pool.query<{ id: number }>(`select id from programme where name = '守夜人'`)
  await post(token, '/pub/user/remind/programme', { id: rows[0]?.id })
  await open('/user/remind', { token, timezoneId: 'America/New_York' })
  await page.getByRole('region', { name: '预约的节目' }).getByText('明天 02:30').waitFor()
  expect(problems).toEqual([])
})

async function userIdOf(name: string): Promise<number> {
  const { rows } = await station.platform.pool.query<{ id: number }>('select id from app_user where name = $1', [name])
  return rows[0]?.id ?? 0
}

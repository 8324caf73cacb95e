import { describe, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { findLayoutShifts, recordLayoutShifts } from './page-visit.ts'
import { reload, visit } from './page-load.ts'
import {
  filmSec,
  makeUser,
  nowSec,
  open,
  othersCount,
  page,
  pathname,
  post,
  problems,
  series,
  setUpUserAreaStation,
  station,
  toast,
  undo,
  vodPath,
  watchMany,
} from './user-area/user-area-pages.ts'

setUpUserAreaStation()

/** Script: the scripts of the viewer's own rows that the page has loaded. */
const ownScripts = `performance.getEntriesByType('resource').map(({ name }) => name)
  .filter((name) => /\\/(?:watched|recommended)-part/.test(name))`

const hero = () => page.getByRole('region', { name: '推荐影片' })
const row = () => page.getByRole('region', { name: '继续观看' })
const names = async (): Promise<string[]> =>
  (await row().getByRole('listitem').allTextContents()).map((text) => /夜渡第\d+夜|北屿灯塔/.exec(text)?.[0] ?? text)

/** Records that a visitor's browser has: the series in the middle of its first episode, then films. */
const ownRecords = (films: number): string => {
  const record = (id: number, at: number) => ({
    id,
    ids: 0,
    type: 'vod',
    level: 1,
    name: id === series.id ? '北屿灯塔' : `夜渡第${othersCount + 1 - at}夜`,
    time: nowSec() - 60 - at * 600,
    currentTime: 30,
    duration: filmSec,
    isLevel: id === series.id,
    pidId: id === series.id ? 1 : 2,
    img: '',
  })
  const records = [record(series.id, 0), ...Array.from({ length: films }, (_, at) => record(at + 2, at + 1))]
  return `localStorage.getItem('history') ?? localStorage.setItem('history', ${JSON.stringify(JSON.stringify(records))})`
}

/** Watches the series as a user, last of all. */
async function watchSeries(token: string, { level = 1, currentTime = 30 } = {}): Promise<void> {
  const record = { type: 'tv', id: series.id, episode: level, duration: filmSec, percent: 50, currentTime, title: '' }
  const list = [{ ...record, saveTime: nowSec() }]
  expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
}

describe('[F09] 继续观看 on the home page', () => {
  test('who has watched nothing sees what everybody sees', async () => {
    await open('/')
    await page.waitForLoadState('networkidle')
    expect(await row().count()).toBe(0)
    expect(await hero().getByText('继续观看').count()).toBe(0)
    expect(await page.evaluate<string[]>(ownScripts)).toEqual([])
    expect(problems).toEqual([])
  })

  test("a visitor's own records: the hero goes on with the newest, the row has the others", async () => {
    await open('/', { script: ownRecords(3) })
    await hero().getByText('继续观看').waitFor()
    await hero().getByRole('heading', { name: '北屿灯塔' }).waitFor()
    const goOn = hero().getByRole('link', { name: '继续第 1 集' })
    expect(await goOn.getAttribute('href')).toBe(vodPath(1))
    expect(await hero().getByRole('link', { name: '从头看' }).getAttribute('href')).toContain(`${vodPath(1)}?t=0`)
    expect(await row().count()).toBe(0)
    expect(await page.evaluate<string[]>(ownScripts)).not.toEqual([])
    // Known before the first paint from now on.
    await reload(page)
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第38夜'])
    expect(problems).toEqual([])
  })

  test('a user sees the history of all devices; after the end of an episode the next one is offered', async () => {
    const token = await makeUser('chenmo')
    await watchMany(token, 4)
    await watchSeries(token, { currentTime: filmSec - 1 })
    await open('/', { token, script: "localStorage.setItem('resume', '1')" })
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第38夜', '夜渡第37夜'])
    const next = hero().getByRole('link', { name: '播放第 2 集' })
    expect(await next.getAttribute('href')).toBe(vodPath(2))
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await next.click()
    await expect.poll(pathname).toBe(vodPath(2))
    expect(problems).toEqual([])
  })

  test('what is added to the page in the browser moves nothing', async () => {
    const token = await makeUser('xuning')
    await watchMany(token, 6)
    await watchSeries(token)
    for (const viewport of [
      { width: 1440, height: 1000 },
      { width: 360, height: 740 },
    ]) {
      await open('/', { token, viewport, script: `localStorage.setItem('resume', '1');${recordLayoutShifts}` })
      await row().waitFor()
      await hero().getByText('继续观看').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await findLayoutShifts(page)).toEqual([])
    }
  })

  test('a title is removed from the row and from the history, and comes back; too few are no row', async () => {
    const token = await makeUser('fangyi')
    await watchMany(token, 2)
    await watchSeries(token)
    await open('/', { token, script: "localStorage.getItem('resume') ?? localStorage.setItem('resume', '1')" })
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜'])
    await row().getByRole('listitem').first().hover()
    await row().getByRole('button', { name: '不再显示《夜渡第40夜》' }).click()
    await toast('已移除《夜渡第40夜》的记录').waitFor()
    await row().waitFor({ state: 'detached' })
    await undo().click()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜'])
    expect(problems).toEqual([])
  })

  test('the history of one user is not shown to the next', async () => {
    const [one, other] = [await makeUser('wenshu'), await makeUser('zhilan')]
    await watchMany(one, 5)
    await open('/', { token: one, script: "localStorage.setItem('resume', '1')" })
    await row().waitFor()
    await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(other)})`)
    await visit(page, station.url)
    await page.waitForLoadState('networkidle')
    expect(await row().count()).toBe(0)
    expect(await hero().getByText('继续观看').count()).toBe(0)
  })
})

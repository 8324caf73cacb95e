import { expect, test } from 'vitest'
import { findLayoutShifts, recordLayoutShifts } from './page-visit.ts'
import {
  makeUser,
  open,
  page,
  problems,
  setUpUserAreaStation,
  station,
  toast,
  watchMany,
} from './user-area/user-area-pages.ts'

setUpUserAreaStation()

const row = () => page.getByRole('region', { name: '猜你喜欢' })

/** Stores recommendations as the job does: all films but those watched, because of the one watched last. */
async function recommend(name: string): Promise<void> {
  await station.platform.pool.query(
    `with person as (select id from app_user where name = $1), run as (
       insert into recommendation_run select id, extract(epoch from now())::bigint from person
     ), source as (
       select ref_id as id from watch_record where user_id = (select id from person) order by watched_at desc limit 1
     )
     insert into recommendation
     select person.id, title.id, source.id, row_number() over (order by title.id), 'genre', '悬疑'
     from person, source, title
     where title.pid_id = 2 and title.id not in (select ref_id from watch_record where user_id = person.id) limit 12`,
    [name],
  )
}

test('[F01] the row names its reason, moves nothing, and a title can be dismissed', async () => {
  const token = await makeUser('jingyi')
  await watchMany(token, 4)
  await recommend('jingyi')
  const script = `localStorage.setItem('resume', '1');localStorage.setItem('recommended', '1');${recordLayoutShifts}`
  await open('/', { token, viewport: { width: 1440, height: 1400 }, script })
  await row().getByRole('button', { name: '因为看过《夜渡第40夜》' }).waitFor()
  await row().getByText('也是悬疑').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await findLayoutShifts(page)).toEqual([])
  const first = row().getByRole('article').first()
  const name = /夜渡第\d+夜/.exec((await first.textContent()) ?? '')?.[0] ?? ''
  await first.hover()
  await row()
    .getByRole('button', { name: `对《${name}》不感兴趣` })
    .click()
  await toast('好的，不再推荐这一部').waitFor()
  await expect.poll(() => row().getByText(name, { exact: true }).count()).toBe(0)
  expect(problems).toEqual([])
})

import { expect, test } from 'vitest'
import { hostileTexts } from '../apps/server/src/testing/hostile-texts.ts'
import { findBarriersInBothSkins } from './accessibility.ts'
import {
  bellOf,
  comment,
  detailsPath,
  field,
  isAt,
  makeUser,
  open,
  problems,
  section,
  send,
  station,
  stayAtComments,
  write,
} from './comment-pages.ts'

stayAtComments()

test('[I01] [D07] [D09] one writes, another likes and answers; counts and a popup come at once, and 立即查看 leads to the answer', async () => {
  const [lin, mei] = [await makeUser('linyu'), await makeUser('meiyu')]
  const hers = await open(detailsPath(), lin.token)
  await section(hers).getByText('还没有评论，来说第一句').waitFor()
  await field(hers).fill('那盏灯是第二集借的')
  await send(section(hers))
  await comment(hers, '那盏灯是第二集借的').getByText('刚刚').waitFor()
  await expect.poll(() => field(hers).inputValue()).toBe('')
  // Whoever types is not disturbed.
  await field(hers).blur()

  const his = await open(detailsPath(), mei.token)
  const seen = comment(his, '那盏灯是第二集借的')
  await seen.getByRole('button', { name: '赞同', exact: true }).click()
  await seen.getByRole('button', { name: '赞同，1 人' }).waitFor()
  await expect.poll(() => bellOf(hers).getAttribute('aria-label')).toBe('消息，1 条未读')
  await seen.getByRole('button', { name: '回复 linyu' }).click()
  await seen.getByRole('textbox', { name: '回复 linyu' }).press('Escape')
  await expect.poll(() => isAt(seen)).toBe(true)
  await seen.getByRole('button', { name: '回复 linyu' }).click()
  await seen.getByRole('textbox', { name: '回复 linyu' }).fill('我也这么觉得')
  await send(seen)
  await expect.poll(() => isAt(comment(his, '我也这么觉得').last())).toBe(true)

  await expect.poll(() => bellOf(hers).getAttribute('aria-label')).toBe('消息，2 条未读')
  const popup = hers.getByRole('region', { name: '新消息' })
  await popup.getByText('meiyu回复了你').waitFor()
  await popup.getByRole('link', { name: '立即查看' }).click()
  await hers.waitForURL(/#comment-\d+$/)
  const answer = comment(hers, '我也这么觉得').last()
  await answer.waitFor()
  await expect.poll(() => isAt(answer)).toBe(true)
  await expect.poll(() => bellOf(hers).getAttribute('aria-label')).toBe('消息，1 条未读')
  expect(problems).toEqual([])
})

test('[I01] what is refused stays in its field, also when the page is loaded anew', async () => {
  const { token } = await makeUser('gushan')
  const page = await open(detailsPath(), token)
  await field(page).fill('这里有违禁品出售')
  await send(section(page))
  await section(page).getByText('内容里有不能发布的文字，请修改后再发').waitFor()
  expect(await field(page).inputValue()).toBe('这里有违禁品出售')
  expect(await field(page).getAttribute('aria-invalid')).toBe('true')
  await field(page).fill('灯'.repeat(1001))
  await section(page).getByText('超出 1 字').waitFor()
  await send(section(page))
  await section(page).getByText('评论最多 1000 字，请删短一些').waitFor()
  const isRead = page.waitForResponse((response) => response.url().includes('/comment/captcha'))
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('灯'.repeat(1001))
  await field(page).fill('灯亮着')
  // What a call is made with has come.
  await isRead
  await page.context().setOffline(true)
  await send(section(page))
  await section(page).getByText('网络不通或服务器没有回应').waitFor()
  expect(await field(page).inputValue()).toBe('灯亮着')
  await page.context().setOffline(false)
  await send(section(page))
  await comment(page, '灯亮着').waitFor()
  // A list that was on its way does not know of what one writes meanwhile.
  let isAnswered = false
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/comment\/list\//, async (route) => {
    const response = await route.fetch()
    isAnswered = true
    await gate
    await route.fulfill({ response })
  })
  await section(page).getByRole('button', { name: '最新' }).click()
  await expect.poll(() => isAnswered).toBe(true)
  await field(page).fill('又亮了一盏')
  await send(section(page))
  await comment(page, '又亮了一盏').waitFor()
  letGo()
  await section(page).locator('[aria-busy="false"]').waitFor()
  await comment(page, '又亮了一盏').waitFor()
  expect(problems).toEqual([])
})

test('[I01] who is new reads a picture, and another one after a mistake', async () => {
  const { token } = await makeUser('xinren', { isNew: true })
  const page = await open(detailsPath(), token)
  await field(page).fill('新人的第一句')
  const picture = section(page).getByRole('textbox', { name: '图形验证码' })
  await picture.waitFor()
  await send(section(page))
  await section(page).getByText('请输入图形验证码', { exact: true }).waitFor()
  await picture.fill('没看清')
  await send(section(page))
  await section(page).getByText('图形验证码错误或已过期，请重新输入').waitFor()
  expect(await picture.inputValue()).toBe('')
  await section(page).getByRole('button', { name: '看不清，换一张' }).waitFor()
  await picture.fill(await station.readPictures())
  await send(section(page))
  await comment(page, '新人的第一句').waitFor()
  expect(problems).toEqual([])
})

test('[I01] whatever somebody writes is words on the page, and does nothing', async () => {
  const { id } = await makeUser('heike')
  await station.platform.pool.query('update app_user set nickname = $2 where id = $1', [
    id,
    '<img src=x onerror=alert(1)>',
  ])
  for (const [at, text] of hostileTexts.entries()) await write(id, text === '' ? ' ' : text, at)
  const page = await open(detailsPath())
  const articles = section(page).getByRole('article')
  await articles.first().scrollIntoViewIfNeeded()
  for (let count = await articles.count(); count < hostileTexts.length; count = await articles.count()) {
    await section(page).getByRole('button', { name: '更多评论' }).click()
    await expect.poll(() => articles.count()).toBeGreaterThan(count)
  }
  expect(await articles.count()).toBe(hostileTexts.length)
  expect(await section(page).locator('script, img, iframe, style, [onerror], [onload]').count()).toBe(0)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  // What somebody piles up on letters, or turns round, ends where the comment ends.
  const heights = (await Promise.all((await articles.all()).map((it) => it.boundingBox()))).map(
    (box) => box?.height ?? Infinity,
  )
  expect(Math.max(...heights)).toBeLessThan(320)
  expect(problems).toEqual([])
})

test('[I01] [A16] a comment is written, liked and taken back by keyboard alone, with nothing in anybody’s way', async () => {
  const [{ token }, other] = [await makeUser('jianpan'), await makeUser('pangren')]
  await write(other.id, '镜头语言太稳了')
  const page = await open(detailsPath(), token)
  await comment(page, '镜头语言太稳了').waitFor()
  await section(page).getByRole('button', { name: '最新' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('用键盘写的')
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('发表')
  await page.keyboard.press('Enter')
  const own = comment(page, '用键盘写的')
  await own.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await own.getByRole('button', { name: '赞同，1 人' }).waitFor()
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('删除')
  expect(await findBarriersInBothSkins(page)).toEqual([])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '删除这条评论？' })
  await dialog.getByRole('button', { name: '删除' }).press('Enter')
  await own.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('[D07] [I01] the address of a comment shows its talk on top, from however far back, and says so where it is gone', async () => {
  const { id } = await makeUser('laoren')
  const old = await write(id, '最早的一句', 900_000)
  for (let at = 0; at < 25; at++) await write(id, `后来的第 ${at} 句`, at)
  const answer = `insert into comment (user_id, kind, subject_id, content, created_at, root_id, reply_to)
    select user_id, kind, subject_id, $2, created_at, id, id from comment where id = $1 returning id`
  const root = await write(id, '问一句', 0)
  const answers: number[] = []
  for (const text of ['答一', '答二', '答三']) {
    const { rows } = await station.platform.pool.query<{ id: number }>(answer, [root, text])
    answers.push(rows[0]?.id ?? 0)
  }
  await station.platform.pool.query('update comment set reply_count = 3 where id = $1', [root])
  const html = await (await fetch(station.url + detailsPath())).text()
  expect(html).toContain('后来的第 0 句')
  const page = await open(`${detailsPath()}#comment-${old}`)
  await section(page).getByText('来自消息').waitFor()
  await expect.poll(() => isAt(comment(page, '最早的一句'))).toBe(true)
  await page.goto(`${station.url}${detailsPath()}#comment-${old + 1000}`)
  await section(page).getByText('这条评论已经不在了').waitFor()
  await comment(page, '问一句').getByRole('button', { name: '展开 1 条回复' }).click()
  await comment(page, '答三').last().waitFor()
  await comment(page, '问一句').getByRole('button', { name: '收起回复' }).click()
  await comment(page, '答三').last().waitFor({ state: 'detached' })
  await page.evaluate(`location.hash = 'comment-${answers[2]}'`)
  await expect.poll(() => isAt(comment(page, '答三').last())).toBe(true)
  expect(problems).toEqual([])
})

test('[I01] who is blocked is not read any more, until that is taken back', async () => {
  const [{ token }, other] = [await makeUser('qingjing'), await makeUser('chaonao')]
  await write(other.id, '吵闹的一句')
  const page = await open(detailsPath(), token)
  const loud = comment(page, '吵闹的一句')
  await loud.getByRole('button', { name: '更多操作' }).click()
  await loud.getByRole('button', { name: '屏蔽此人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '屏蔽', exact: true }).click()
  await loud.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '撤销' }).click()
  await loud.getByRole('button', { name: '更多操作' }).click()
  await loud.getByRole('button', { name: '屏蔽此人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '屏蔽', exact: true }).click()
  await loud.waitFor({ state: 'detached' })
  await page.goto(`${station.url}/user/info`)
  await page.getByRole('button', { name: '取消屏蔽chaonao' }).click()
  await page.getByText('不再屏蔽chaonao').waitFor()
  await page.goto(station.url + detailsPath())
  await loud.waitFor()
  expect(problems).toEqual([])
})

test('[B13] who comes for a comment stays at it when its talk arrives after the list', async () => {
  const { id, token } = await makeUser('xunlai')
  await write(id, '寻来的一句')
  const page = await open('/user/comment', token)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/comment/thread/**', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const came = page.waitForResponse('**/comment/thread/**')
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: '查看' }).click()
  const item = comment(page, '寻来的一句')
  await expect.poll(() => isAt(item)).toBe(true)
  arrived.resolve()
  await (await came).finished()
  // Two frames later whatever came with it is drawn.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await isAt(item)).toBe(true)
  expect(problems).toEqual([])
})

test('[B13] 我的评论 leads to where a comment stands, and takes it back', async () => {
  const { id, token } = await makeUser('wode')
  const mine = await write(id, '我的一句')
  const page = await open('/user/comment', token)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '我的一句' })
  await row.getByRole('link', { name: '查看' }).click()
  await page.waitForURL(`**${detailsPath()}#comment-${mine}`)
  await expect.poll(() => isAt(comment(page, '我的一句'))).toBe(true)
  await page.goBack()
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByText('还没有写过评论').waitFor()
  expect(problems).toEqual([])
})

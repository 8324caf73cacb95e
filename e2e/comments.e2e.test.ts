import { expect, test } from 'vitest'
import { hostileTexts } from '../apps/server/src/testing/hostile-texts.ts'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import {
  bellOf,
  comment,
  detailsPath,
  field,
  isFocused,
  makeUser,
  open,
  problems,
  section,
  send,
  station,
  setUpCommentStation,
  addComment,
} from './comment-pages.ts'
import { goBack, reload, visit } from './page-load.ts'

setUpCommentStation()

test('[I01] [D07] [D09] one user writes, another likes and replies; counts and a popup appear at once, and 立即查看 opens the reply', async () => {
  const [lin, mei] = [await makeUser('linyu'), await makeUser('meiyu')]
  const linPage = await open(detailsPath(), lin.token)
  await section(linPage).getByText('还没有评论，来写第一条吧').waitFor()
  await field(linPage).fill('那盏灯是第二集借的')
  await send(section(linPage))
  await comment(linPage, '那盏灯是第二集借的').getByText('刚刚').waitFor()
  await expect.poll(() => field(linPage).inputValue()).toBe('')
  // While a field has the focus, notices are held back.
  await field(linPage).blur()

  const meiPage = await open(detailsPath(), mei.token)
  const meiView = comment(meiPage, '那盏灯是第二集借的')
  await meiView.getByRole('button', { name: '赞同', exact: true }).click()
  await meiView.getByRole('button', { name: '赞同，1 人' }).waitFor()
  await expect.poll(() => bellOf(linPage).getAttribute('aria-label')).toBe('消息，1 条未读')
  await meiView.getByRole('button', { name: '回复 linyu' }).click()
  await meiView.getByRole('textbox', { name: '回复 linyu' }).press('Escape')
  await expect.poll(() => isFocused(meiView)).toBe(true)
  await meiView.getByRole('button', { name: '回复 linyu' }).click()
  await meiView.getByRole('textbox', { name: '回复 linyu' }).fill('我也这么觉得')
  await send(meiView)
  await expect.poll(() => isFocused(comment(meiPage, '我也这么觉得').last())).toBe(true)

  await expect.poll(() => bellOf(linPage).getAttribute('aria-label')).toBe('消息，2 条未读')
  const popup = linPage.getByRole('region', { name: '新消息' })
  await popup.getByText('meiyu回复了你').waitFor()
  await popup.getByRole('link', { name: '立即查看' }).click()
  await linPage.waitForURL(/#comment-\d+$/)
  const answer = comment(linPage, '我也这么觉得').last()
  await answer.waitFor()
  await expect.poll(() => isFocused(answer)).toBe(true)
  await expect.poll(() => bellOf(linPage).getAttribute('aria-label')).toBe('消息，1 条未读')
  expect(problems).toEqual([])
})

test('[I01] a refused comment stays in its field, also after a reload', async () => {
  const { token } = await makeUser('gushan')
  const page = await open(detailsPath(), token)
  await field(page).fill('这里有违禁品出售')
  await send(section(page))
  await section(page).getByText('内容里有不能发布的文字，请修改后再发').waitFor()
  expect(await field(page).inputValue()).toBe('这里有违禁品出售')
  expect(await field(page).getAttribute('aria-invalid')).toBe('true')
  await field(page).fill('灯'.repeat(1001))
  await section(page).getByText('超出 1 字，最多 1000 字').waitFor()
  await send(section(page))
  await section(page).getByText('评论最多 1000 字，请精简一些').waitFor()
  const captchaLoaded = page.waitForResponse((response) => response.url().includes('/comment/captcha'))
  await reload(page)
  await expect.poll(() => field(page).inputValue()).toBe('灯'.repeat(1001))
  await field(page).fill('灯亮着')
  // The captcha state that sending needs is loaded.
  await captchaLoaded
  await page.context().setOffline(true)
  await send(section(page))
  await section(page).getByText('暂时连不上服务器').waitFor()
  expect(await field(page).inputValue()).toBe('灯亮着')
  await page.context().setOffline(false)
  await send(section(page))
  await comment(page, '灯亮着').waitFor()
  // A list that was requested before does not contain a comment written meanwhile.
  let isAnswered = false
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/comment\/list\//, async (route) => {
    const response = await route.fetch()
    isAnswered = true
    await released
    await route.fulfill({ response })
  })
  await section(page).getByRole('button', { name: '最新' }).click()
  await expect.poll(() => isAnswered).toBe(true)
  await field(page).fill('又亮了一盏')
  await send(section(page))
  await comment(page, '又亮了一盏').waitFor()
  release()
  await section(page).locator('[aria-busy="false"]').waitFor()
  await comment(page, '又亮了一盏').waitFor()
  expect(problems).toEqual([])
})

test('[I01] a new user writes and replies without a captcha; in a burst one is solved, and another one after a mistake', async () => {
  const { token } = await makeUser('xinren', { isNew: true })
  const page = await open(detailsPath(), token)
  const picture = section(page).getByRole('textbox', { name: '图形验证码' })
  for (const text of ['新人的第一句', '新人的第二句', '新人的第三句']) {
    await field(page).fill(text)
    await send(section(page))
    await comment(page, text).waitFor()
    expect(await picture.count()).toBe(0)
  }
  await field(page).fill('新人的第四句')
  await picture.waitFor()
  await send(section(page))
  await section(page).getByText('请输入图形验证码', { exact: true }).waitFor()
  await picture.fill('没看清')
  await send(section(page))
  await section(page).getByText('图形验证码错误或已过期，请重新输入').waitFor()
  expect(await picture.inputValue()).toBe('')
  await section(page).getByRole('button', { name: '看不清，换一张' }).waitFor()
  await picture.fill(await station.solveCaptchas())
  await send(section(page))
  await comment(page, '新人的第四句').waitFor()
  // Whoever cannot read pictures lets the device compute.
  await field(page).fill('新人的第五句')
  await section(page).getByRole('button', { name: '看不清图片？改用自动验证' }).click()
  await expect.poll(() => picture.inputValue()).toBe('已通过自动验证')
  await send(section(page))
  await comment(page, '新人的第五句').waitFor()
  expect(problems).toEqual([])
})

test('[I01] any comment is shown as plain text and has no effect', async () => {
  const { id } = await makeUser('heike')
  await station.platform.pool.query('update app_user set nickname = $2 where id = $1', [
    id,
    '<img src=x onerror=alert(1)>',
  ])
  for (const [at, text] of hostileTexts.entries()) await addComment(id, text === '' ? ' ' : text, at)
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
  // Stacked diacritics and direction overrides end at the comment's edge.
  const heights = (await Promise.all((await articles.all()).map((it) => it.boundingBox()))).map(
    (box) => box?.height ?? Infinity,
  )
  expect(Math.max(...heights)).toBeLessThan(320)
  expect(problems).toEqual([])
})

test('[I01] [A16] a comment is written, liked and deleted by keyboard only, without accessibility violations', async () => {
  const [{ token }, other] = [await makeUser('jianpan'), await makeUser('pangren')]
  await addComment(other.id, '镜头语言太稳了')
  const page = await open(detailsPath(), token)
  await comment(page, '镜头语言太稳了').waitFor()
  await section(page).getByRole('button', { name: '最新' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('用键盘写的')
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('发表')
  await page.keyboard.press('Enter')
  const written = comment(page, '用键盘写的')
  await written.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await written.getByRole('button', { name: '赞同，1 人' }).waitFor()
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await written.getByRole('button', { name: '删除' }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('删除')
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '删除这条评论？' })
  await dialog.getByRole('button', { name: '删除' }).press('Enter')
  await written.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('[D07] [I01] the address of a comment shows its thread first, however old, and reports a deleted one', async () => {
  const { id } = await makeUser('laoren')
  const old = await addComment(id, '最早的一句', 900_000)
  for (let at = 0; at < 25; at++) await addComment(id, `后来的第 ${at} 句`, at)
  const answer = `insert into comment (user_id, kind, subject_id, content, created_at, root_id, reply_to)
    select user_id, kind, subject_id, $2, created_at, id, id from comment where id = $1 returning id`
  const root = await addComment(id, '问一句', 0)
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
  await expect.poll(() => isFocused(comment(page, '最早的一句'))).toBe(true)
  await visit(page, `${station.url}${detailsPath()}#comment-${old + 1000}`)
  await section(page).getByText('这条评论已不存在').waitFor()
  await comment(page, '问一句').getByRole('button', { name: '展开 1 条回复' }).click()
  await comment(page, '答三').last().waitFor()
  await comment(page, '问一句').getByRole('button', { name: '收起回复' }).click()
  await comment(page, '答三').last().waitFor({ state: 'detached' })
  await page.evaluate(`location.hash = 'comment-${answers[2]}'`)
  await expect.poll(() => isFocused(comment(page, '答三').last())).toBe(true)
  expect(problems).toEqual([])
})

test('[I01] comments of a blocked user are hidden until the block is ended', async () => {
  const [{ token }, other] = [await makeUser('qingjing'), await makeUser('chaonao')]
  await addComment(other.id, '吵闹的一句')
  const page = await open(detailsPath(), token)
  const blocked = comment(page, '吵闹的一句')
  await blocked.getByRole('button', { name: '更多操作' }).click()
  await blocked.getByRole('button', { name: '屏蔽此人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '屏蔽', exact: true }).click()
  await blocked.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '撤销' }).click()
  await blocked.getByRole('button', { name: '更多操作' }).click()
  await blocked.getByRole('button', { name: '屏蔽此人' }).click()
  // A list that is read again takes the comment away for a moment, too.
  const blockedAgain = page.waitForResponse((response) => response.url().includes('/pub/user/block?'))
  await page.getByRole('dialog').getByRole('button', { name: '屏蔽', exact: true }).click()
  await blockedAgain
  await blocked.waitFor({ state: 'detached' })
  await visit(page, `${station.url}/user/info`)
  await page.getByRole('button', { name: '取消屏蔽chaonao' }).click()
  await page.getByText('不再屏蔽chaonao').waitFor()
  await visit(page, station.url + detailsPath())
  await blocked.waitFor()
  expect(problems).toEqual([])
})

test('[B13] a page opened at a comment stays there when its thread arrives after the list', async () => {
  const { id, token } = await makeUser('xunlai')
  await addComment(id, '寻来的一句')
  const page = await open('/user/comment', token)
  const threadReleased = Promise.withResolvers<void>()
  await page.route('**/comment/thread/**', async (route) => {
    await threadReleased.promise
    await route.continue()
  })
  const threadResponse = page.waitForResponse('**/comment/thread/**')
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: '查看' }).click()
  const item = comment(page, '寻来的一句')
  await expect.poll(() => isFocused(item)).toBe(true)
  threadReleased.resolve()
  await (await threadResponse).finished()
  // Everything from the reply is rendered two frames later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await isFocused(item)).toBe(true)
  expect(problems).toEqual([])
})

test('[B13] 我的评论 links to each comment, and deletes it', async () => {
  const { id, token } = await makeUser('wode')
  const commentId = await addComment(id, '我的一句')
  const page = await open('/user/comment', token)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '我的一句' })
  await row.getByRole('link', { name: '查看' }).click()
  await page.waitForURL(`**${detailsPath()}#comment-${commentId}`)
  await expect.poll(() => isFocused(comment(page, '我的一句'))).toBe(true)
  await goBack(page)
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByText('还没有发表过评论').waitFor()
  expect(problems).toEqual([])
})

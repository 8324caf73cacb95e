import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { commentsChanged } from '../apps/server/src/domains/comments/comments-events.ts'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { openAccountStation, type AccountStation } from './accounts/account-station.ts'
import { launchBrowser, noMotion } from './browser.ts'
import { visit } from './page-load.ts'

/** What users do with comments, for tests. */

export let station: AccountStation
let browser: Browser
/** The title of the current test; it has no comments at first. */
let titleId: number
let titles = 0
const contexts: BrowserContext[] = []
/** Errors of the pages. */
export const problems: string[] = []

/** Sets up a station where one word is refused, a browser, and a title for each test. */
export function setUpCommentStation(): void {
  beforeAll(async () => {
    ;[station, browser] = await Promise.all([openAccountStation(), launchBrowser()])
    await station.station.moderation.operator.words.change(() => ({ refused: ['违禁品'], held: [] }))
  })
  afterAll(async () => {
    await browser.close()
    await station.close()
  })
  beforeEach(async () => {
    const draft = aTitle({ name: `北屿灯塔 ${++titles}` })
    titleId = (await station.station.catalog.writer.saveTitle(draft, 1_700_000_000)).id
    station.notifyTitlesChanged([titleId])
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    problems.length = 0
  })
}

interface TestUser {
  id: number
  token: string
}

let people = 0

/** Adds an account that is ten days old unless `isNew`. */
export async function makeUser(nickname: string, { isNew = false } = {}): Promise<TestUser> {
  const name = `${nickname}${++people}`
  const { manager } = station.station.accounts
  const added = await manager.add({ name, email: `${name}@beiyu.example`, password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '另一台', days: 1, scope: 'account' })
  if (typeof added === 'string' || typeof issued === 'string') throw new Error(`${name} could not be made`)
  const changed = 'update app_user set nickname = $2, created_at = created_at - $3 where id = $1'
  await station.platform.pool.query(changed, [added.id, nickname, isNew ? 0 : 864_000])
  return { id: added.id, token: issued.token }
}

/** Adds a comment of another user that is `ageSec` old. Returns its id. */
export async function addComment(userId: number, content: string, ageSec = 3600): Promise<number> {
  const { rows } = await station.platform.pool.query<{ id: number }>(
    `insert into comment (user_id, kind, subject_id, content, created_at)
     values ($1, 'vod', $2, $3, extract(epoch from now())::bigint - $4::bigint) returning id`,
    [userId, titleId, content, ageSec],
  )
  station.platform.events.announce(commentsChanged, { kind: 'vod', id: titleId })
  return rows[0]?.id ?? 0
}

export async function open(path: string, token: string | null = null): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...noMotion,
  })
  contexts.push(context)
  if (token !== null) {
    await context.addCookies([{ name: 'in', value: '1', url: station.url }])
    await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  }
  const page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  await visit(page, station.url + path)
  return page
}

export const detailsPath = () => `/details/2/${titleId}`
export const section = (page: Page) => page.getByRole('region', { name: '评论', exact: true })
export const field = (page: Page) => section(page).getByRole('textbox', { name: '写评论' })
export const send = (within: Locator) => within.getByRole('button', { name: '发表' }).click()
export const comment = (page: Page, text: string) => section(page).getByRole('article').filter({ hasText: text })
export const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^消息/ })

/** Whether the comment has the focus, so that keyboard users continue there. */
export const isFocused = async (item: Locator) => (await item.and(item.page().locator(':focus')).count()) === 1

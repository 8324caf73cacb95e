import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aBrowser, aPushService } from '../apps/server/src/domains/push/push-receiver.fixture.ts'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { hasNotifications, launchWholeBrowser } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { addChannels } from './test-channels.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

/**
 * The push service of the browser's maker is on the internet and is replaced by one in this process, which receives what
 * the station sends; the browser's developer tools hand it to the service worker. The rest is real.
 */
describe.skipIf(!hasNotifications)('Web Push', () => {
  let station: TestStation
  let browser: Browser
  let matches: TestMatches
  let service: Awaited<ReturnType<typeof aPushService>>
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    service = await aPushService(() => ({ status: 201 }))
    const env = { EGRESS_ALLOW: service.host }
    ;[station, browser] = await Promise.all([openTestStation({ env }), launchWholeBrowser()])
    const [channel] = await addChannels(station)
    matches = await addMatches(station, channel?.id ?? 0)
    await station.platform.jobs.start()
  })
  afterAll(async () => {
    await browser.close()
    await station.close()
    service.close()
  })
  afterEach(() => context.close())

  async function aUser(name: string): Promise<{ id: number; token: string }> {
    const token = await addUser(station, name)
    const { rows } = await station.platform.pool.query<{ id: number }>('select id from app_user where name = $1', [
      name,
    ])
    return { id: rows[0]?.id ?? 0, token }
  }

  /** Opens the subscriptions of a user, in a browser that may or may not show notifications. Returns its keys. */
  async function openSubscriptions(token: string, setting: 'granted' | 'denied') {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'in', value: '1', url: station.url }])
    const receiver = aBrowser(`http://${service.host}/send/1`)
    const { endpoint, ...keys } = receiver.subscription
    await context.addInitScript(`
      localStorage.setItem('token', ${JSON.stringify(token)})
      let current = null
      const made = {
        endpoint: ${JSON.stringify(endpoint)},
        toJSON: () => ({ keys: ${JSON.stringify(keys)} }),
        unsubscribe: async () => ((current = null), true),
      }
      PushManager.prototype.getSubscription = async () => current
      PushManager.prototype.subscribe = async () => (current = made)
      window.asked = 0
      const ask = Notification.requestPermission.bind(Notification)
      Notification.requestPermission = () => (window.asked++, ask())`)
    page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const { targetInfo } = await cdp.send('Target.getTargetInfo')
    const ofContext = { origin: station.url, browserContextId: targetInfo.browserContextId ?? '' }
    await cdp.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, ...ofContext })
    await visit(page, `${station.url}/user/sub`)
    return { receiver, cdp }
  }
  const pushSwitch = () => page.getByRole('switch', { name: '系统通知' })
  const isOn = (checked: boolean) => page.getByRole('switch', { name: '系统通知', checked }).waitFor()
  const asked = () => page.evaluate<number>('window.asked')
  const subscriptions = async (): Promise<number> =>
    (await station.platform.pool.query('select 1 from push_subscription')).rowCount ?? 0

  test('[H02] without a press nobody is asked for notifications; a press subscribes the browser, and the next one ends it', async () => {
    await openSubscriptions((await aUser('tuisong')).token, 'granted')
    await isOn(false)
    expect([await asked(), await subscriptions()]).toEqual([0, 0])
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await pushSwitch().focus()
    await page.keyboard.press('Space')
    await isOn(true)
    expect([await asked(), await subscriptions()]).toEqual([1, 1])
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await pushSwitch().click()
    await isOn(false)
    expect(await subscriptions()).toBe(0)
  })

  test('[H02] a browser that forbids notifications is told where to permit them', async () => {
    await openSubscriptions((await aUser('jujue')).token, 'denied')
    await page.getByText('浏览器禁止了本站的通知').waitFor()
    expect([await pushSwitch().isDisabled(), await asked(), await subscriptions()]).toEqual([true, 0, 0])
  })

  test('[H02] the start of a match is sent to a browser that subscribed, which shows it, once also if it comes twice', async () => {
    const user = await aUser('tongzhi')
    const { receiver, cdp } = await openSubscriptions(user.token, 'granted')
    await pushSwitch().click()
    await isOn(true)
    await station.platform.pool.query(
      'insert into match_subscription (user_id, match_id, created_at) values ($1, $2, 0)',
      [user.id, matches.running],
    )
    await station.station.matches.remind()
    await expect.poll(() => service.requests.length).toBe(1)
    const data = JSON.stringify(receiver.read(service.requests[0]))
    const registrationId = await registrationOf(cdp)
    const shown = () =>
      page.evaluate<object[]>(`navigator.serviceWorker.ready
        .then((registration) => registration.getNotifications())
        .then((list) => list.map(({ title, body, tag, silent, data }) => ({ title, body, tag, silent, url: data.url })))`)
    const notification = {
      title: '江海港务 对 北屿远航 开始了',
      body: '环海联赛 第 12 轮',
      tag: `match-${matches.running}`,
      url: `/match/play/${matches.running}/1`,
    }
    for (const silent of [false, true]) {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: station.url, registrationId, data })
      await expect.poll(shown).toEqual([{ ...notification, silent }])
    }
  })
})

/** The id of the page's service worker, once it is active. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const active = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const found = versions.find(({ status }) => status === 'activated')
      if (found) resolve(found.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return active
}

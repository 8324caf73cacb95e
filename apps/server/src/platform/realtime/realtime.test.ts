import { realtimeBounds } from '@yunmu/contract'
import { expect, test, vi } from 'vitest'
import { sessionsEnded } from '../../domains/accounts/accounts-events.ts'
import { danmakuRemoved } from '../../domains/danmaku/danmaku-events.ts'
import { openPage, type RealtimePage } from '../../testing/realtime-page.ts'
import { buildRealtimeStation } from './station-pages.fixture.ts'

const { t, address, nowSec, levels, roomOf, say, soon, textsHeard, refusedRooms, isBulletins, titleId, rawSocket } =
  await buildRealtimeStation()
test('an address whose pages join more and more rooms is refused for a while', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  for (let pages = 0; pages < 10; pages++) {
    const page = await openPage(address, from)
    for (let rooms = 0; rooms < 30; rooms++) page.say({ join: 'live:77' })
    await soon(() => expect(refusedRooms(page)).toHaveLength(30))
  }
  const page = await openPage(address, from)
  page.say({ join: 'live:77' })
  expect(await page.ended()).toBe(1013)
  const other = await openPage(address, { 'x-forwarded-for': '203.0.113.10' })
  await other.join(roomOf(7))
})

const longest = realtimeBounds.maxFrameBytes

test.each<[what: string, code: number, say: (page: RealtimePage) => void]>([
  ['no JSON', 1007, (page) => page.sayRaw('{"hello"')],
  ['nothing', 1007, (page) => page.sayRaw('')],
  ['what no page says', 1007, (page) => page.sayRaw('{"shout":"嗨"}')],
  ['a room of no kind', 1007, (page) => page.sayRaw('{"join":"__proto__"}')],
  [
    'a token longer than any',
    1007,
    (page) => page.sayRaw(JSON.stringify({ hello: { token: 'a'.repeat(2001), lang: 's' } })),
  ],
  ['nested arrays without end', 1007, (page) => page.sayRaw('['.repeat(longest))],
  ['bytes', 1003, (page) => page.sayRaw(Buffer.from([1, 2, 3]))],
  ['more than a page may at once', 1009, (page) => page.sayRaw('a'.repeat(longest + 1))],
  ['text that is no UTF-8', 1007, (page) => page.ws.send(Buffer.from([0xff, 0xfe]), { binary: false })],
  [
    'ever more',
    1008,
    (page) => {
      for (let at = 0; at < 60; at++) page.say({ leave: roomOf(1) })
    },
  ],
  [
    'pings without end',
    1008,
    (page) => {
      for (let at = 0; at < 60; at++) page.ws.ping()
    },
  ],
  [
    'a word in a thousand pieces',
    1008,
    (page) => {
      for (let at = 0; at < 60; at++) page.ws.send('a', { fin: false })
    },
  ],
  [
    'a hundred rooms',
    1008,
    (page) => {
      for (let at = 0; at < 100; at++) page.say({ join: roomOf(at + 1) })
    },
  ],
])('a page that sends %s is disconnected with %i, and the others stay', async (_what, code, sayIt) => {
  const [page, other] = [await openPage(address), await openPage(address)]
  sayIt(page)
  expect(await page.ended()).toBe(code)
  expect(await other.hello()).toBe(0)
})

test('a missing room is refused, and so is an eleventh', async () => {
  const page = await openPage(address)
  for (const room of ['vod:2147483648:1', 'vod:9999999999:1', 'live:77', 'match:1', `vod:${titleId}:99`]) {
    await page.join(room)
    expect(refusedRooms(page)).toContain(room)
  }
  for (const level of levels.slice(0, 11)) await page.join(roomOf(level))
  expect(refusedRooms(page).slice(5)).toEqual([roomOf(11)])
  page.say({ leave: roomOf(1) })
  await page.join(roomOf(12))
  expect(refusedRooms(page)).not.toContain(roomOf(12))
})

test('[E07] a page acts for nobody with a token for the console', async () => {
  const { manager } = t.station.accounts
  await manager.add({ name: 'zhan', email: '', password: 'wanquan-budui-93' })
  await manager.setRole('zhan', 'admin')
  const issue = async (scope: 'console' | 'account'): Promise<string> => {
    const issued = await manager.issueToken('zhan', { name: scope, days: 1, scope })
    return typeof issued === 'string' ? issued : issued.token
  }
  const page = await openPage(address)
  expect(await page.hello(await issue('account'))).toBeGreaterThan(0)
  expect(await page.hello(await issue('console'))).toBe(0)
})

test('a page acts for the user of its token: for nobody if it is forged or the session ended', async () => {
  const page = await openPage(address)
  expect(await page.hello(await t.tokenOf('lin'))).toBe(t.people.lin.userId)
  expect(await page.hello('a.b.c')).toBe(0)
  expect(await page.hello('')).toBe(0)
  await t.platform.pool.query('update user_session set ended_at = $2 where id = $1', [t.people.bao.sessionId, nowSec])
  expect(await page.hello(await t.tokenOf('bao'))).toBe(0)
})

test('[I02] danmaku reach all pages of a room, each in its own script, and no others', async () => {
  const [simplified, traditional, elsewhere] = [
    await openPage(address),
    await openPage(address),
    await openPage(address),
  ]
  await traditional.hello('', 't')
  await simplified.join(roomOf(1))
  await traditional.join(roomOf(1))
  await elsewhere.join(roomOf(2))
  say(1, '头发乱了')
  await soon(() => expect(textsHeard(simplified)).toHaveLength(1))
  say(1, '<img src=x onerror=alert(1)>')
  say(1, '第三句')
  say(2, '隔壁')
  await soon(() => expect(textsHeard(simplified)).toEqual(['头发乱了', '<img src=x onerror=alert(1)>', '第三句']))
  await soon(() => expect(textsHeard(traditional)).toEqual(['頭髮亂了', '<img src=x onerror=alert(1)>', '第三句']))
  await soon(() => expect(textsHeard(elsewhere)).toEqual(['隔壁']))
  // Later ones were sent in one batch.
  expect(simplified.heard.filter((frame) => 'danmaku' in frame && frame.danmaku.length > 0)).toHaveLength(2)
  expect(simplified.heard.at(-1)).toMatchObject({ online: 2 })
  simplified.say({ leave: roomOf(1) })
  // The reply shows that the server has read the frame before it.
  await simplified.hello()
  say(1, '没人听见')
  await soon(() => expect(textsHeard(traditional)).toContain('沒人聽見'))
  expect(textsHeard(simplified)).not.toContain('没人听见')
})

test('[I02] a reconnected page gets the danmaku after the last one it had', async () => {
  const here = await openPage(address)
  await here.join(roomOf(3))
  const [first] = [say(3, '一'), say(3, '二'), say(3, '三')]
  const [back, fresh, all] = [await openPage(address), await openPage(address), await openPage(address)]
  await back.join(roomOf(3), first.id)
  await fresh.join(roomOf(3))
  await all.join(roomOf(3), '0')
  expect(textsHeard(back)).toEqual(expect.arrayContaining(['二', '三']))
  await soon(() => expect(textsHeard(here)).toEqual(['一', '二', '三']))
  expect(textsHeard(all).slice(0, 3)).toEqual(['一', '二', '三'])
  expect(textsHeard(fresh).includes('一')).toBe(false)
  t.clock.set(t.clock.nowMs() + (realtimeBounds.replaySec + 1) * 1000)
  const late = await openPage(address)
  await late.join(roomOf(3), '0')
  expect(textsHeard(late)).toEqual([])
})

test('[I04] removed danmaku disappear from all pages, and from later replays', async () => {
  const page = await openPage(address)
  await page.join(roomOf(4))
  const [bad, good] = [say(4, '坏话'), say(4, '好话')]
  await soon(() => expect(textsHeard(page)).toEqual(['坏话', '好话']))
  t.events.announce(danmakuRemoved, { room: roomOf(4), ids: [bad.id] })
  await page.until((frame) => 'gone' in frame && frame.gone.includes(bad.id))
  const later = await openPage(address)
  await later.join(roomOf(4), '0')
  expect(textsHeard(later)).toEqual([good.text])
})

test('[D09] a message reaches only the pages of its user, and bulletins reach all pages', async () => {
  const [lin, mei, visitor] = [await openPage(address), await openPage(address), await openPage(address)]
  await lin.hello(await t.tokenOf('lin'))
  await mei.hello(await t.tokenOf('mei'))
  await visitor.hello()
  const about = { kind: 'vod', id: titleId } as const
  const { userId: actorId } = t.people.mei
  await t.station.messages.notify([t.people.lin.userId], {
    type: 'comment_commit',
    actorId,
    about,
    commentId: 12,
    text: '我也这么觉得',
  })
  const notified = await lin.until((frame) => 'message' in frame)
  expect(notified).toMatchObject({ message: { newest: { msgType: 'comment_commit', content: '我也这么觉得' } } })
  await t.station.messages.bulletins.add({ title: '新片', content: '上线', dialog: 0, startsAt: null, endsAt: null })
  for (const page of [lin, mei, visitor]) await page.until(isBulletins)
  expect([...mei.heard, ...visitor.heard].filter((frame) => 'message' in frame)).toEqual([])
})

test('[E07] a page whose session ends is disconnected, and receives no more data of that user', async () => {
  const [ended, other] = [await openPage(address), await openPage(address)]
  await ended.hello(await t.tokenOf('mei'))
  await other.hello(await t.tokenOf('lin'))
  await t.platform.pool.query('update user_session set ended_at = $2 where id = $1', [t.people.mei.sessionId, nowSec])
  t.events.announce(sessionsEnded, { userIds: [t.people.mei.userId] })
  expect(await ended.ended()).toBe(4001)
  expect(other.code).toBeNull()
})

test('a page that does not read is disconnected, and the others get everything', async () => {
  const [stalled, other] = [await openPage(address), await openPage(address)]
  await stalled.join(roomOf(5))
  await other.join(roomOf(5))
  stalled.ws.pause()
  const text = '长'.repeat(100_000)
  let count = 0
  await vi.waitFor(
    async () => {
      say(5, text)
      count++
      expect((await t.platform.metrics.text()).body).toContain('yunmu_realtime_dropped_total{why="slow"} 1')
    },
    { timeout: 40_000, interval: 20 },
  )
  await soon(() => expect(textsHeard(other)).toHaveLength(count))
  stalled.ws.resume()
  expect(await stalled.ended()).toBe(1006)
})

test('the last: a closing server notifies every page, and is not delayed by any', async () => {
  const page = await openPage(address)
  const { socket } = await rawSocket()
  await page.hello()
  await t.app.close()
  expect(await page.ended()).toBe(1001)
  await soon(() => expect(socket.destroyed).toBe(true))
})

import { playPassword, playToken, replyCode, type SendOf } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Bus } from '../../../platform/events/events.ts'
import { lock, sesame, unlock } from '../../../testing/locks.ts'
import { aPlayableTitle, publishRandom } from '../../../testing/media.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { attemptRules, unlockedForSec } from '../locks-rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

type Asked = Partial<SendOf<typeof playPassword>> & { id: number }

const attempt = (asked: Asked, options: MakeOptions = {}, at = t) =>
  at.make(playPassword, { type: 'vod', ids: 0, level: 1, password: sesame, ...asked }, options)
const play = (id: number, options: MakeOptions = {}, { ids = 0, at = t } = {}) =>
  at.make(playToken, { type: 'vod', id, ids, level: 1 }, options)

const refused = (refusal: string) => ({ code: replyCode.refused, data: { refusal } })
const needed = refused('PlayPasswordNeeded')
const wrong = refused('PlayPasswordWrong')
const done = { code: replyCode.done }

async function aLockedTitle(): Promise<number> {
  const { titleId } = await aPlayableTitle(t)
  await lock(t, { kind: 'vod', id: titleId })
  return titleId
}

/** A title with two sources that play different films. Returns the ids of the sources. */
async function twoSources(): Promise<{ id: number; first: number; second: number }> {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle(), nowSec)
  for (const [sourcePosition, source] of ['线路一', '线路二'].entries()) {
    const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec })
    const draft = { source, sourcePosition, level: 1, name: '正片', assetId }
    await t.station.catalog.writer.saveEpisodes(id, [draft], nowSec)
    await publishRandom(t.station.media.assets, assetId)
  }
  const [first, second] = await t.station.subjects.linesOf({ kind: 'vod', id })
  return { id, first: first?.line ?? 0, second: second?.line ?? 0 }
}

/** A network of its own for each test, so that their wrong passwords do not add up. */
let networks = 0
const aNetwork = (): string => `198.51.${++networks}.7`

test('[B08] what does not exist or cannot be played is refused as by the play token', async () => {
  const { titleId } = await aPlayableTitle(t, { publish: false })
  await lock(t, { kind: 'vod', id: titleId })
  expect(await attempt({ id: 2_000_000_000 })).toMatchObject(refused('NoSuchTitle'))
  expect(await attempt({ id: titleId, level: 3 })).toMatchObject(refused('NoSuchEpisode'))
  expect(await attempt({ id: titleId })).toMatchObject(refused('EpisodeNotReady'))
  expect(await attempt({ type: 'match', id: titleId })).toMatchObject({ data: { refusal: 'NoSuchMatch' } })
})

test('[B08] a wrong password is refused by name and opens nothing, and its browser gets no session', async () => {
  const id = await aLockedTitle()
  const reply = await attempt({ id, password: `${sesame}!` }, { remoteAddress: aNetwork() })
  expect(reply).toMatchObject({ ...wrong, msg: '观看密码不正确' })
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(await play(id)).toMatchObject({ ...needed, msg: '请输入观看密码' })
})

test('[B08] nobody plays a locked title without its password, whatever they are: visitor, user, VIP, operator', async () => {
  const id = await aLockedTitle()
  await t.platform.pool.query('update app_user set authority_id = 888 where id = $1', [t.people.bao.userId])
  for (const options of [{}, { as: 'lin' }, { as: 'mei' }, { as: 'bao' }] as const) {
    expect(await play(id, options)).toMatchObject(needed)
    expect(await attempt({ id, password: 'not-this-one' }, { ...options, remoteAddress: aNetwork() })).toMatchObject(
      wrong,
    )
  }
})

test('[B08] the right password opens the title in this browser: for whoever sits at it, and in no other', async () => {
  const id = await aLockedTitle()
  const headers = await unlock(t, { type: 'vod', id }, { as: 'lin' })
  expect(headers.cookie).toMatch(/^browser=[\w-]{22}$/)
  for (const options of [{ headers }, { headers, as: 'lin' }, { headers, as: 'mei' }] as const)
    expect(await play(id, options)).toMatchObject(done)
  const other = await unlock(t, { type: 'vod', id: await aLockedTitle() }, { as: 'lin' })
  for (const options of [{}, { as: 'lin' }, { as: 'lin', headers: other }] as const)
    expect(await play(id, options)).toMatchObject(needed)
})

test('[B08] a browser that opened one title opens another in the same session', async () => {
  const [one, other] = [await aLockedTitle(), await aLockedTitle()]
  const headers = await unlock(t, { type: 'vod', id: one })
  expect(await play(other, { headers })).toMatchObject(needed)
  const reply = await attempt({ id: other }, { headers })
  expect(reply).toMatchObject(done)
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect([await play(one, { headers }), await play(other, { headers })]).toMatchObject([done, done])
})

test('[B08] what needs no password accepts any', async () => {
  const { titleId } = await aPlayableTitle(t)
  expect(await attempt({ id: titleId, password: 'anything' })).toMatchObject(done)
})

test('[B08] keyboards may compose the characters of a password in different ways', async () => {
  const { titleId } = await aPlayableTitle(t)
  await lock(t, { kind: 'vod', id: titleId }, 'café-雾港')
  expect(await attempt({ id: titleId, password: 'cafe\u0301-雾港' })).toMatchObject(done)
})

test('[B08] a locked source is passed over if another one plays, and asks for its password if it is chosen', async () => {
  const { id, first, second } = await twoSources()
  await lock(t, { kind: 'vod', id, line: first })
  const open = await play(id)
  expect(open).toMatchObject(done)
  expect(await play(id, {}, { ids: first })).toMatchObject(needed)
  expect(await attempt({ id, ids: first, password: 'not-this-one' }, { remoteAddress: aNetwork() })).toMatchObject(
    wrong,
  )
  const headers = await unlock(t, { type: 'vod', id, ids: first })
  expect(await play(id, { headers }, { ids: first })).toMatchObject(done)
  const urlOf = async (...args: Parameters<typeof play>) => playToken.reply.parse((await play(...args)).data).url
  expect(await urlOf(id, { headers })).toContain('-p/master.m3u8')
  expect(await urlOf(id, { headers }, { ids: second })).not.toContain('-p/')
})

test('[B08] a title and its source with different passwords are opened one after the other', async () => {
  const { id, second } = await twoSources()
  await lock(t, { kind: 'vod', id })
  await lock(t, { kind: 'vod', id, line: second }, 'another-password')
  const headers = await unlock(t, { type: 'vod', id, ids: second })
  expect(await play(id, { headers })).toMatchObject(done)
  expect(await play(id, { headers }, { ids: second })).toMatchObject(needed)
  const options = { headers, remoteAddress: aNetwork() }
  expect(await attempt({ id, ids: second }, options)).toMatchObject(wrong)
  expect(await attempt({ id, ids: second, password: 'another-password' }, options)).toMatchObject(done)
  expect(await play(id, { headers }, { ids: second })).toMatchObject(done)
})

test('[B08] after five wrong passwords a network waits longer and longer, and the refusal says how long', async () => {
  const id = await aLockedTitle()
  const remoteAddress = aNetwork()
  const miss = () => attempt({ id, password: 'not-this-one' }, { remoteAddress })
  for (let at = 0; at < attemptRules.here.freeAttempts; at++) expect(await miss()).toMatchObject(wrong)
  expect(await attempt({ id }, { remoteAddress })).toMatchObject({
    code: replyCode.refused,
    data: { refusal: 'PlayPasswordLocked', retryAfterSec: attemptRules.here.firstWaitSec },
    msg: `密码错误次数太多，请 ${attemptRules.here.firstWaitSec} 秒后再试`,
  })
  expect(await attempt({ id }, { remoteAddress: aNetwork() })).toMatchObject(done)
  t.clock.set(t.clock.nowMs() + attemptRules.here.firstWaitSec * 1000)
  expect(await miss()).toMatchObject(wrong)
  expect((await miss()).data).toMatchObject({ retryAfterSec: 2 * attemptRules.here.firstWaitSec })
  t.clock.set(t.clock.nowMs() + 2 * attemptRules.here.firstWaitSec * 1000)
  expect(await attempt({ id }, { remoteAddress })).toMatchObject(done)
  expect(await miss()).toMatchObject(wrong)
})

test('[B08] one client may not guess at many titles', async () => {
  const remoteAddress = aNetwork()
  for (let at = 0; at < attemptRules.address.freeAttempts / 4; at++) {
    const id = await aLockedTitle()
    for (let wrongs = 0; wrongs < 4; wrongs++)
      expect(await attempt({ id, password: 'not-this-one' }, { remoteAddress })).toMatchObject(wrong)
  }
  const id = await aLockedTitle()
  expect(await attempt({ id }, { remoteAddress })).toMatchObject({ data: { refusal: 'PlayPasswordLocked' } })
})

test('[B08] what many networks together may guess at one title is limited, with short waits for its viewers', async () => {
  const { freeAttempts, maxWaitSec } = attemptRules.anywhere
  expect(maxWaitSec).toBeLessThanOrEqual(60)
  const id = await aLockedTitle()
  for (let at = 0; at < freeAttempts; at++)
    expect(await attempt({ id, password: 'not-this-one' }, { remoteAddress: `2001:db8:${at + 1}::7` })).toMatchObject(
      wrong,
    )
  expect(await attempt({ id }, { remoteAddress: aNetwork() })).toMatchObject({
    data: { refusal: 'PlayPasswordLocked', retryAfterSec: attemptRules.anywhere.firstWaitSec },
  })
})

test('[B08] limits and open titles are the same in every process of the station', async () => {
  const receivers: Parameters<Bus['subscribe']>[0][] = []
  const busOf = (own: number): Bus => ({
    publish: (name, detail) => receivers.forEach((receive, at) => at !== own && receive(name, detail)),
    flush: async () => true,
    subscribe: (receive) => (receivers[own] = receive),
  })
  const one = await buildTestApp({}, { bus: busOf(0) })
  const other = await buildTestApp({}, { bus: busOf(1), beside: one })
  const { titleId: id } = await aPlayableTitle(one)
  await lock(one, { kind: 'vod', id })
  const remoteAddress = '203.0.113.9'
  for (let at = 0; at < attemptRules.here.freeAttempts; at++)
    expect(
      await attempt({ id, password: 'not-this-one' }, { remoteAddress }, at % 2 === 0 ? one : other),
    ).toMatchObject(wrong)
  for (const each of [one, other])
    expect(await attempt({ id }, { remoteAddress }, each)).toMatchObject({ data: { refusal: 'PlayPasswordLocked' } })
  expect(await play(id, {}, { at: other })).toMatchObject(needed)
  const headers = await unlock(one, { type: 'vod', id })
  expect(await play(id, { headers }, { at: other })).toMatchObject(done)
})

test('[B08] another password closes what was opened with the former one, and none opens it to everybody', async () => {
  const id = await aLockedTitle()
  const headers = await unlock(t, { type: 'vod', id })
  expect(await play(id, { headers })).toMatchObject(done)
  await lock(t, { kind: 'vod', id }, 'a-new-password')
  expect(await play(id, { headers })).toMatchObject(needed)
  expect(await attempt({ id }, { headers, remoteAddress: aNetwork() })).toMatchObject(wrong)
  expect(await t.station.locks.manager.clear({ kind: 'vod', id, line: 0 })).toBe(true)
  expect(await t.station.locks.manager.clear({ kind: 'vod', id, line: 0 })).toBe(false)
  expect(await play(id)).toMatchObject(done)
})

test('[B08] a browser that is never closed is asked again after a day', async () => {
  const id = await aLockedTitle()
  const headers = await unlock(t, { type: 'vod', id })
  t.clock.set(t.clock.nowMs() + unlockedForSec * 1000 - 1000)
  expect(await play(id, { headers })).toMatchObject(done)
  t.clock.set(t.clock.nowMs() + 2000)
  expect(await play(id, { headers })).toMatchObject(needed)
  await runSchedule(t.station.locks.module, 'locks.removeExpired')
  const { rows } = await t.platform.pool.query('select count(*)::int as count from unlock')
  expect(rows).toEqual([{ count: 0 }])
})

test('[B08] the database has neither passwords nor the ids of browsers', async () => {
  const id = await aLockedTitle()
  const { cookie } = await unlock(t, { type: 'vod', id })
  const { rows } = await t.platform.pool.query<{ text: string }>(
    `select subject_lock::text as text from subject_lock union all select encode(browser, 'escape') from unlock`,
  )
  const stored = rows.map(({ text }) => text).join('\n')
  expect(stored).toContain('$argon2id$')
  expect(stored).not.toContain(sesame)
  expect(stored).not.toContain(cookie.slice('browser='.length))
})

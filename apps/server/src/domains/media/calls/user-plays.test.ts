import { playToken, streamBounds, userPlayEnd, userPlays, userPlayStay } from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPlayableTitle } from '../../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let titleId: number
beforeAll(async () => {
  t = await buildTestApp()
  titleId = (await aPlayableTitle(t)).titleId
})
beforeEach(async () => {
  await t.station.site.write({ streams_user: 2, streams_vip: 4 })
  // Streams of earlier tests are over, and so are their addresses.
  t.clock.set(t.clock.nowMs() + 7 * 3_600_000)
})

type Caller = 'lin' | 'mei'
const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'
const stream = (name: string): string => `stream-of-a-test-${name}`
const playAs = async (
  name: string | undefined,
  by: { as?: Caller; token?: string },
  app: TestApp,
): Promise<unknown> => {
  const send = {
    type: 'vod' as const,
    id: titleId,
    ids: 0,
    level: 1,
    ...(name === undefined ? {} : { stream: stream(name) }),
  }
  const { data, code } = await app.make(playToken, send, { ...by, headers: { 'user-agent': agent } })
  return code === 0 ? 'plays' : data
}
const play = (name: string | undefined, as?: Caller, app = t) => playAs(name, as ? { as } : {}, app)
const stay = async (name: string, as: Caller = 'lin'): Promise<unknown> =>
  (await t.make(userPlayStay, { stream: stream(name), leaves: false }, { as })).data
const end = (name: string, as: Caller = 'lin') => t.make(userPlayEnd, { stream: stream(name) }, { as })
const list = async (as: Caller = 'lin') => userPlays.reply.parse((await t.make(userPlays, {}, { as })).data)
const full = { refusal: 'TooManyStreams' }

test('[J03] one stream too many is refused, those that play are listed, and one of them can be ended from here', async () => {
  expect(await play('a', 'lin')).toBe('plays')
  expect(await play('b', 'lin')).toBe('plays')
  expect(await play('c', 'lin')).toEqual(full)
  expect(await stay('c')).toEqual(full)
  const { list: playing, max } = await list()
  expect(max).toBe(2)
  expect(playing.map((one) => one.stream)).toEqual([stream('a'), stream('b')])
  expect(playing[0]).toMatchObject({ device: 'Chrome · Windows' })
  await end('a')
  expect(await play('c', 'lin')).toBe('plays')
  expect(await stay('a')).toEqual({ refusal: 'StreamEnded' })
  expect(await stay('b')).toEqual({})
})

test('[J03] a browser that says nothing any more frees its place within ninety seconds', async () => {
  await play('a', 'lin')
  await play('b', 'lin')
  expect([await stay('a'), await stay('b')]).toEqual([{}, {}])
  t.clock.set(t.clock.nowMs() + streamBounds.staySec * 1000)
  expect(await stay('b')).toEqual({})
  t.clock.set(t.clock.nowMs() + (streamBounds.lifetimeSec - streamBounds.staySec + 1) * 1000)
  expect(streamBounds.lifetimeSec).toBeLessThan(90)
  expect(await play('c', 'lin')).toBe('plays')
  // Whoever went on after a pause finds the place taken.
  expect(await stay('a')).toEqual(full)
  expect(await stay('b')).toEqual({})
})

test('[J03] a program that never reports keeps its places as long as its addresses work', async () => {
  await play('a', 'lin')
  await play('b', 'lin')
  t.clock.set(t.clock.nowMs() + 3_600_000)
  expect(await play('c', 'lin')).toEqual(full)
  // After a report it is a player as others.
  expect(await stay('a')).toEqual({})
  expect(await play('a', 'lin')).toBe('plays')
  t.clock.set(t.clock.nowMs() + (streamBounds.lifetimeSec + 1) * 1000)
  expect(await play('c', 'lin')).toBe('plays')
  t.clock.set(t.clock.nowMs() + 7 * 3_600_000)
  expect(await play('d', 'lin')).toBe('plays')
  expect(await play('e', 'lin')).toBe('plays')
})

test('[J03] devices that all send the same key are counted by their sessions', async () => {
  await t.station.site.write({ streams_user: 1 })
  const other = await t.station.accounts.manager.issueToken('lin', { name: '电视', days: 30, scope: 'account' })
  if (typeof other === 'string') throw new Error(other)
  const by = { token: other.token }
  expect(await play('a', 'lin')).toBe('plays')
  expect(await playAs('a', by, t)).toEqual(full)
  expect(await playAs(undefined, by, t)).toEqual(full)
  await end('a')
  expect(await playAs('a', by, t)).toBe('plays')
  expect(await stay('a')).toEqual({ refusal: 'StreamEnded' })
})

test('[J03] a lower limit ends the streams that began last', async () => {
  await play('a', 'lin')
  t.clock.set(t.clock.nowMs() + 1000)
  await play('b', 'lin')
  await t.station.site.write({ streams_user: 1 })
  expect([await stay('a'), await stay('b')]).toEqual([{}, full])
})

test('[J03] a page that is left frees its place at once, and one that was ended stays ended', async () => {
  const leave = (name: string) => t.make(userPlayStay, { stream: stream(name), leaves: true }, { as: 'lin' })
  await play('a', 'lin')
  await play('b', 'lin')
  await leave('a')
  expect(await play('c', 'lin')).toBe('plays')
  await end('c')
  await leave('c')
  expect(await stay('c')).toEqual({ refusal: 'StreamEnded' })
})

test('[J03] VIPs may play more at once, 0 is any number, and visitors are not counted', async () => {
  for (const name of ['a', 'b', 'c', 'd']) expect(await play(name, 'mei')).toBe('plays')
  expect(await play('e', 'mei')).toEqual(full)
  await t.station.site.write({ streams_vip: 0 })
  expect(await play('e', 'mei')).toBe('plays')
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(await play(name)).toBe('plays')
})

test('[J03] a stream that begins again takes no second place, and a program without streams one for its session', async () => {
  for (let turn = 0; turn < 5; turn++) expect(await play('a', 'lin')).toBe('plays')
  for (let turn = 0; turn < 5; turn++) expect(await play(undefined, 'lin')).toBe('plays')
  expect(await play('c', 'lin')).toEqual(full)
})

test('[E07] nobody ends or extends the stream of another account', async () => {
  await play('a', 'lin')
  await end('a', 'mei')
  expect(await stay('a')).toEqual({})
  expect((await list('mei')).list).toEqual([])
  expect((await t.make(userPlays, {})).data).toEqual({ refusal: 'LoginNeeded' })
})

test('[J03] fifty players that begin at once on two instances take exactly the places there are', async () => {
  const other = await buildTestApp({}, { beside: t })
  other.clock.set(t.clock.nowMs())
  const names = Array.from({ length: 50 }, (_, at) => `race-${at}`)
  const results = await Promise.all(names.map((name, at) => play(name, 'lin', at % 2 === 0 ? t : other)))
  expect(results.filter((result) => result === 'plays')).toHaveLength(2)
})

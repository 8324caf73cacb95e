import { createServer } from 'node:http'
import { once } from 'node:events'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { channelsChanged } from '../live-events.ts'
import { readListJob } from './stored-lists.ts'
import type { ListReport } from './stored-list-store.ts'

let t: TestApp
let requests = 0
let body: string | null = null
let address = ''

beforeAll(async () => {
  const server = createServer((_, reply) => {
    requests++
    if (body === null) reply.writeHead(503).end('away')
    else reply.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atFileEnd(async () => void server.close())
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  address = `http://127.0.0.1:${port}/tv.m3u`
  t = await buildTestApp({ EGRESS_ALLOW: `127.0.0.1:${port}` })
})
beforeEach(async () => {
  await t.platform.pool.query('delete from channel')
  await t.platform.pool.query('delete from channel_list')
  t.events.announce(channelsChanged, {})
  requests = 0
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const lists = () => t.station.live.storedLists
const listing = (...channels: readonly (readonly [name: string, ...addresses: string[]])[]): string =>
  [
    '#EXTM3U',
    ...channels.flatMap(([name, ...urls]) => urls.flatMap((url) => [`#EXTINF:-1 group-title="卫视",${name}`, url])),
  ].join('\n')
const add = async (given: { hideAfterRuns?: number; everyMinutes?: number } = {}): Promise<number> =>
  (await lists().add(
    { address, everyMinutes: 60, hideAfterRuns: 2, settings: { always: false, logos: false }, ...given },
    nowSec(),
  )) ?? 0
const run = async (id: number, text: string | null): Promise<ListReport | null> => {
  body = text
  return lists().run(id)
}
const shown = async () => {
  const { channels } = await t.station.live.lineup()
  const sources = await t.station.live.sources(channels.flatMap(({ streams }) => streams.map(({ id }) => id)))
  return channels.map(({ name, streams }) => [
    name,
    ...streams.flatMap(({ id }) => (sources.get(id) ?? []).map((source) => source.address)),
  ])
}
const [north, south] = ['http://a.example/1.m3u8', 'http://a.example/2.m3u8']

test('[G03] a list that cannot be read, is none or is empty changes nothing, and is read again within the hour', async () => {
  const id = await add({ everyMinutes: 24 * 60 })
  await run(id, listing(['北岸卫视', north]))
  for (const [text, problem] of [
    [null, 'http 503'],
    ['<html>', 'foreign'],
    ['#EXTM3U', 'empty'],
  ] as const) {
    const report = await run(id, text)
    expect([report?.problem === problem || report?.problem === 'foreign', await shown()]).toEqual([
      true,
      [['北岸卫视', north]],
    ])
  }
  expect(await lists().find(id)).toMatchObject({ nextSec: nowSec() + 3600, runs: 4 })
  expect(await lists().run(2_000_000)).toBeNull()
})

test('[G03] a preview tells what a run would do, and writes nothing', async () => {
  const id = await add()
  body = listing(['北岸卫视', north], ['南岸卫视', south])
  expect(await lists().preview(id)).toMatchObject({
    added: 2,
    changed: 0,
    examples: [{ change: 'added', name: '北岸卫视' }, {}],
  })
  expect(await shown()).toEqual([])
  expect(await run(id, body)).toMatchObject({ added: 2, unchanged: 0 })
  expect(await run(id, body)).toMatchObject({ added: 0, changed: 0, unchanged: 2, examples: [] })
})

test('[G03] what a list has no more is left out after enough runs, hidden and not deleted, and comes back with the list', async () => {
  const id = await add({ hideAfterRuns: 2 })
  const both = listing(['北岸卫视', north, `${north}?b`], ['南岸卫视', south])
  await run(id, both)
  const [first] = (await t.station.live.lineup()).channels
  const less = listing(['北岸卫视', north])
  expect(await run(id, less)).toMatchObject({ hidden: 0, missing: 2, vanished: 0 })
  expect(await shown()).toEqual([
    ['北岸卫视', north, `${north}?b`],
    ['南岸卫视', south],
  ])
  expect(await run(id, less)).toMatchObject({
    hidden: 1,
    vanished: 2,
    examples: expect.arrayContaining([{ change: 'hidden', name: '南岸卫视' }]),
  })
  expect(await shown()).toEqual([['北岸卫视', north]])
  expect(await run(id, less)).toMatchObject({ hidden: 0, changed: 0 })
  expect(await run(id, both)).toMatchObject({ shown: 1, changed: 1 })
  expect(await shown()).toEqual([
    ['北岸卫视', north, `${north}?b`],
    ['南岸卫视', south],
  ])
  expect((await t.station.live.lineup()).channels[0]?.id).toBe(first?.id)
})

test('[G03] what an operator added, locked or enabled stays whatever a list has', async () => {
  const id = await add({ hideAfterRuns: 1 })
  await run(id, listing(['北岸卫视', north], ['南岸卫视', south], ['东岸卫视', `${north}?e`]))
  const ids = new Map((await t.station.live.lineup()).channels.map((channel) => [channel.name, channel.id]))
  const { corrections } = t.station.live
  const own = 'http://own.example/1.m3u8'
  await corrections.addLine('mei', ids.get('北岸卫视') ?? 0, { address: own, name: '', line: null })
  await corrections.lock('mei', ids.get('南岸卫视') ?? 0, ['visible'], true)
  await corrections.set('mei', ids.get('东岸卫视') ?? 0, { name: '东台' }, ['name'])
  expect(await run(id, listing(['东岸卫视', `${north}?e`]))).toMatchObject({ hidden: 0 })
  expect(await shown()).toEqual([
    ['北岸卫视', north, own],
    ['南岸卫视', south],
    ['东台', `${north}?e`],
  ])
})

test('[G03] an address that another list has still is not left out', async () => {
  const id = await add({ hideAfterRuns: 1 })
  await run(id, listing(['北岸卫视', north], ['南岸卫视', south]))
  const other = await lists().add(
    { address: `${address}?2`, everyMinutes: 0, hideAfterRuns: 1, settings: { always: false, logos: false } },
    nowSec(),
  )
  await run(other ?? 0, listing(['南岸卫视', south]))
  await run(id, listing(['北岸卫视', north]))
  expect(await shown()).toHaveLength(2)
})

test('[G03] two runs at once are one: the list is asked once, and both have its report', async () => {
  const id = await add()
  body = listing(['北岸卫视', north])
  const reports = await Promise.all([lists().run(id), lists().run(id), lists().run(id)])
  expect(requests).toBe(1)
  expect(reports).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ added: 1 })))
})

test('[G03] the timetable reads what is due, and not what is only read by command', async () => {
  const [id, byHand] = [
    await add(),
    await lists().add(
      { address: `${address}?2`, everyMinutes: 0, hideAfterRuns: 1, settings: { always: false, logos: false } },
      nowSec(),
    ),
  ]
  body = listing(['北岸卫视', north])
  const module = t.station.live.module
  const handlers = new Map<string, (payload: unknown, context: { signal: AbortSignal }) => Promise<void>>()
  for (const register of module.jobs ?? [])
    register({
      handle: (kind, handler) =>
        void handlers.set(kind.name, (payload, context) => handler(kind.payload.parse(payload), context)),
    })
  const read = (listId: number | null) =>
    handlers.get(readListJob.name)?.({ listId }, { signal: new AbortController().signal })
  await read(id)
  await read(id)
  await read(byHand)
  expect(requests).toBe(1)
  t.clock.set(t.clock.nowMs() + 3601_000)
  await read(id)
  expect(requests).toBe(2)
})

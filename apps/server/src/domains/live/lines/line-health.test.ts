import { expect, onTestFinished, test } from 'vitest'
import { aLinearChannel } from '../../../testing/channels.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createHealthStore } from './health-store.ts'
import { createLineHealth } from './line-health.ts'
import { linesChanged } from '../live-events.ts'
import type { LiveTables } from '../live-tables.ts'

const t = await buildTestApp()
const line = { name: '线路一', kind: 'recorded', onDemand: false, quality: '', saving: false } as const
const source = { address: 'push:', userAgent: '' }
const [id = 0] = await t.station.live.save([
  aLinearChannel({ name: '自家台', number: 8, lines: [{ ...line, sources: [source] }] }),
])
const channel = (await t.station.live.lineup()).byId.get(id)
if (!channel) throw new Error('there is no channel')
const streamId = channel.streams[0]?.id ?? 0
const nowMs = t.clock.nowMs()

/** Line health over recordings that count their reads and can be made to fail. */
function counted() {
  const reads = { times: 0, isBroken: false }
  const recorded = {
    ...t.station.recorder,
    async down() {
      reads.times++
      if (reads.isBroken) throw new Error('the database is away')
      return new Set<number>()
    },
  }
  const store = createHealthStore(t.platform.db.withTables<LiveTables>())
  const locks = { lockedLines: async () => new Set<number>() }
  const health = createLineHealth(store, { events: t.events, recorded, schedules: t.station.live.schedules, locks })
  return { reads, health }
}

test('[G02] concurrent requests share one query of line health within ten seconds', async () => {
  const { reads, health } = counted()
  const readMany = (atMs: number) => Promise.all(Array.from({ length: 50 }, () => health.linesOf(channel, atMs)))
  await readMany(nowMs)
  await readMany(nowMs + 9000)
  expect(reads.times).toBe(1)
  await readMany(nowMs + 11_000)
  expect(reads.times).toBe(2)
})

test('[G02] a failed query is repeated, and all waiting callers get its error', async () => {
  const { reads, health } = counted()
  reads.isBroken = true
  const answers = await Promise.allSettled([health.linesOf(channel, nowMs), health.linesOf(channel, nowMs)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  reads.isBroken = false
  expect(await health.linesOf(channel, nowMs)).toMatchObject([{ state: 'good' }])
})

test("[G02] a network counts once, and only the report that changes the line's state is announced", async () => {
  const { reads, health } = counted()
  let announced = 0
  onTestFinished(t.events.on(linesChanged, () => announced++))
  const report = (network: string, atMs = nowMs) => health.report({ streamId, network, fault: 'black', nowMs: atMs })
  const state = async (atMs: number) => (await health.linesOf(channel, atMs)).map((one) => one.state)
  for (const network of ['a', 'b', 'a', 'a']) await report(network)
  expect([announced, await state(nowMs)]).toEqual([0, ['good']])
  await report('c')
  expect([announced, await state(nowMs)]).toEqual([1, ['weak']])
  const before = reads.times
  for (const network of ['a', 'd', 'e']) await report(network)
  expect([announced, await state(nowMs), reads.times]).toEqual([1, ['weak'], before])
  const laterMs = nowMs + 6 * 60_000
  expect(await state(laterMs)).toEqual(['good'])
  for (const network of ['a', 'b', 'c']) await report(network, laterMs)
  expect([announced, await state(laterMs)]).toEqual([2, ['weak']])
  await health.deleteOldReports(laterMs)
  expect((await t.platform.pool.query('select network from stream_report')).rows).toHaveLength(3)
})

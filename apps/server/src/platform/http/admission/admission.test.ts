import Fastify from 'fastify'
import { once } from 'node:events'
import { request as ask } from 'node:http'
import { expect, test } from 'vitest'
import { admissionOf, firefox, refused, visitor, work } from './admission.fixture.ts'
import { workVisitorOf, type WorkVisitor } from './admission.ts'

test('a request that finds the queue full is refused at once with a retry delay, longer for crawlers', async () => {
  const admission = admissionOf({ maxWaiting: 0, maxWaitingPerAddress: 0, maxWaitingPerNetwork: 0 })
  const busy = work('busy')
  const running = admission.run(visitor(), busy.run)
  await expect(admission.run(visitor(), busy.run)).rejects.toMatchObject({ ...refused, retryAfterSec: 2 })
  const crawler = visitor('203.0.113.2', 'Mozilla/5.0 (compatible; Baiduspider/2.0)')
  await expect(admission.run(crawler, busy.run)).rejects.toMatchObject({ ...refused, retryAfterSec: 60 })
  busy.end()
  expect(await running).toBe('busy')
  expect(busy.begun).toBe(1)
})

test('while the event loop is late nothing starts, even if nothing runs', async () => {
  let isLate = true
  const admission = admissionOf({}, () => isLate)
  await expect(admission.run(visitor(), async () => 'made')).rejects.toMatchObject(refused)
  isLate = false
  expect(await admission.run(visitor(), async () => 'made')).toBe('made')
})

test('work that fails frees its slot, and the failure reaches only its visitor', async () => {
  const admission = admissionOf()
  const bad = work('bad')
  const failed = admission.run(visitor(), bad.run)
  const next = admission.run(visitor(), async () => 'next')
  bad.fail()
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(admission.counts()).toMatchObject({ waiting: 0, admitted: 2 })
})

test('the work of a visitor who left while waiting is not done, and its place is free', async () => {
  const admission = admissionOf({ maxWaiting: 1 })
  const [busy, left, stays] = [work('busy'), work('left'), work('stays')]
  const running = admission.run(visitor(), busy.run)
  const leaver = visitor()
  const gone = admission.run(leaver, left.run)
  leaver.leave()
  await expect(gone).rejects.toMatchObject(refused)
  await expect(admission.run(leaver, left.run)).rejects.toMatchObject(refused)
  const kept = admission.run(visitor(), stays.run)
  busy.end()
  stays.end()
  expect(await Promise.all([running, kept])).toEqual(['busy', 'stays'])
  expect([left.begun, admission.counts().withdrawn]).toEqual([0, 2])
})

test('a request that waited too long is refused, even if no slot becomes free', async () => {
  const admission = admissionOf({ maxWaitMs: 1 })
  const busy = work('busy')
  const running = admission.run(visitor(), busy.run)
  await expect(admission.run(visitor(), busy.run)).rejects.toMatchObject(refused)
  expect(admission.counts()).toMatchObject({ running: 1, waiting: 0, expired: 1 })
  busy.end()
  await running
})

test('a visitor whose connection closes leaves the queue', async () => {
  const app = Fastify()
  const asked = Promise.withResolvers<WorkVisitor>()
  app.get('/', (request, reply) => asked.resolve(workVisitorOf(request, reply)))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const sent = ask(url, { headers: { 'user-agent': firefox } }).on('error', () => {})
    sent.end()
    const { address, agent, left } = await asked.promise
    expect([address, agent, left.aborted]).toEqual(['127.0.0.1', firefox, false])
    const leaving = once(left, 'abort')
    sent.destroy()
    await leaving
  } finally {
    await app.close()
  }
})

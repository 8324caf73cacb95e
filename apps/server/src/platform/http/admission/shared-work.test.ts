import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { admissionOf, refused, visitor, work } from './admission.fixture.ts'
import type { Admission } from './admission.ts'
import { createSharedWork } from './shared-work.ts'

test('shared work runs once for all requests, those during it included', async () => {
  const admission = admissionOf({ maxRunning: 2 })
  const shared = createSharedWork<string>(admission)
  const page = work('page')
  const run = () => shared.run({ visitor: visitor(), key: 'page', work: page.run })
  const together = [run(), run(), run(), run()]
  await turn()
  const late = run()
  expect(admission.counts()).toMatchObject({ waiting: 0 })
  page.end()
  expect(new Set(await Promise.all([...together, late]))).toEqual(new Set(['page']))
  expect(page.begun).toBe(1)
  const again = work('page 2')
  again.end()
  expect(await shared.run({ visitor: visitor(), key: 'page', work: again.run })).toBe('page 2')
})

test('when the first requester of shared work leaves the queue, the others still get it', async () => {
  const admission = admissionOf()
  const shared = createSharedWork<string>(admission)
  const [busy, page] = [work('busy'), work('page')]
  const running = admission.run(visitor(), busy.run)
  const first = visitor()
  const gone = shared.run({ visitor: first, key: 'page', work: page.run })
  const others = [1, 2].map(() => shared.run({ visitor: visitor(), key: 'page', work: page.run }))
  first.leave()
  await expect(gone).rejects.toMatchObject(refused)
  busy.end()
  page.end()
  expect(await Promise.all([running, ...others])).toEqual(['busy', 'page', 'page'])
  expect(page.begun).toBe(1)
})

const spider = 'Mozilla/5.0 (compatible; Baiduspider/2.0)'

/** Occupies the only slot while requests come in; returns the order in which their work then runs. */
async function orderOf(
  admission: Admission,
  fill: (run: (what: string) => () => Promise<string>) => Promise<unknown>[],
): Promise<string[]> {
  const order: string[] = []
  const run = (what: string) => async (): Promise<string> => {
    order.push(what)
    return what
  }
  const busy = work('busy')
  const running = admission.run(visitor(), busy.run)
  const asked = fill(run)
  busy.end()
  await Promise.all([running, ...asked])
  return order
}
test("a visitor who waits for a crawler's build does not wait within the budget of crawlers", async () => {
  const admission = admissionOf({ maxWaiting: 40, maxWaitingPerNetwork: 40 })
  const shared = createSharedWork<string>(admission)
  const order = await orderOf(admission, (run) => {
    const crawled = admission.run(visitor('198.51.100.1', spider), run('another page of crawlers'))
    const begun = shared.run({ visitor: visitor('198.51.100.2', spider), key: 'page', work: run('page') })
    shared.join(visitor('203.0.113.2'), 'page')
    return [crawled, begun]
  })
  expect(order).toEqual(['page', 'another page of crawlers'])
})

test("a visitor who waits for a busy address's build does not wait for its other requests", async () => {
  const admission = admissionOf({ maxWaiting: 40, maxWaitingPerNetwork: 40 })
  const shared = createSharedWork<string>(admission)
  const order = await orderOf(admission, (run) => {
    const others = [1, 2, 3].map((at) => admission.run(visitor('203.0.113.1'), run(`other ${at}`)))
    const begun = shared.run({ visitor: visitor('203.0.113.1'), key: 'page', work: run('page') })
    shared.join(visitor('198.51.100.1'), 'page')
    return [...others, begun]
  })
  expect(order).toEqual(['other 1', 'page', 'other 2', 'other 3'])
})

test('many visitors who wait for one page take few places in the queue, and crawlers take none by joining', async () => {
  const admission = admissionOf({ maxWaiting: 40, maxWaitingPerNetwork: 40 })
  const shared = createSharedWork<string>(admission)
  const order = await orderOf(admission, (run) => {
    const begun = shared.run({ visitor: visitor(), key: 'page', work: run('page') })
    shared.join(visitor('198.51.100.9', spider), 'page')
    expect(admission.counts().waiting).toBe(1)
    for (let at = 0; at < 30; at++) shared.join(visitor(`198.51.${at}.1`), 'page')
    expect(admission.counts().waiting).toBe(3)
    return [begun]
  })
  expect(order).toEqual(['page'])
  expect(admission.counts().waiting).toBe(0)
  shared.join(visitor('198.51.100.1'), 'page')
  expect(admission.counts().waiting).toBe(0)
})

test('shared work runs in the context of its first request, whoever gets the slot', async () => {
  const admission = admissionOf()
  const shared = createSharedWork<string>(admission)
  const context = new AsyncLocalStorage<string>()
  const busy = work('busy')
  const running = admission.run(visitor(), busy.run)
  const asked = async (): Promise<string> => context.getStore() ?? 'none'
  const begun = context.run('first', () =>
    shared.run({ visitor: visitor('198.51.100.2', spider), key: 'page', work: asked }),
  )
  context.run('second', () => shared.join(visitor('203.0.113.2'), 'page'))
  busy.end()
  expect(await begun).toBe('first')
  await running
})

test('a failure of shared work reaches all waiting requests, and no later ones', async () => {
  const shared = createSharedWork<string>(admissionOf())
  const bad = work('bad')
  const all = [1, 2, 3].map(() => shared.run({ visitor: visitor(), key: 'page', work: bad.run }))
  bad.fail()
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await shared.run({ visitor: visitor(), key: 'page', work: async () => 'good' })).toBe('good')
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { admissionOf, refused, visitor, work } from './admission.fixture.ts'
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

test('a failure of shared work reaches all waiting requests, and none later', async () => {
  const shared = createSharedWork<string>(admissionOf())
  const bad = work('bad')
  const all = [1, 2, 3].map(() => shared.run({ visitor: visitor(), key: 'page', work: bad.run }))
  bad.fail()
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await shared.run({ visitor: visitor(), key: 'page', work: async () => 'good' })).toBe('good')
})

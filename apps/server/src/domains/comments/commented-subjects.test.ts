import { expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createCommentedSubjects } from './commented-subjects.ts'
import { commentsChanged } from './comments-events.ts'

const subject = (subjectId: number) => ({ kind: 'vod', subjectId }) as const

function open(list: () => Promise<ReturnType<typeof subject>[]>) {
  const events = createEvents(localBus, () => undefined)
  return { events, subjects: createCommentedSubjects(events, list) }
}

test('[I01] subjects are read once, and those without comments are known', async () => {
  let reads = 0
  const { subjects } = open(async () => (reads++, [subject(1)]))
  const known = await Promise.all([subjects.has(subject(1)), subjects.has(subject(2))])
  expect([...known, await subjects.has({ kind: 'live', subjectId: 1 }), reads]).toEqual([true, false, false, 1])
})

test('[I01] a first comment is known from its event on, also if it is announced while the subjects are read', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof subject>[]>()
  const { events, subjects } = open(() => promise)
  const early = subjects.has(subject(3))
  events.announce(commentsChanged, { kind: 'vod', id: 4 })
  resolve([])
  expect([await early, await subjects.has(subject(4))]).toEqual([false, true])
})

test('[I01] after lost events, and after a failure, the subjects are read again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve([]), Promise.resolve([subject(5)])]
  const { events, subjects } = open(() => answers.shift() ?? expect.unreachable())
  await expect(subjects.has(subject(5))).rejects.toThrow('away')
  expect(await subjects.has(subject(5))).toBe(false)
  events.reportGap()
  expect(await subjects.has(subject(5))).toBe(true)
})

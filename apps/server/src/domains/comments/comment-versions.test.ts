import { expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import type { SubjectRef } from './comment-store.ts'
import { commentsChanged } from './comments-events.ts'
import { createCommentVersions } from './comment-versions.ts'

const one: SubjectRef = { kind: 'vod', subjectId: 1 }
const other: SubjectRef = { kind: 'live', subjectId: 1 }

test('a comment changes the version of its own subject only; a gap changes all', async () => {
  const events = createEvents(localBus, (err) => expect(err).toBeNull())
  const open = new Set([one, other])
  const states = createCommentVersions(events, {
    isOpen: async (about) => open.has(about),
    subjectOf: async (id) => (id === 5 ? one : null),
  })
  const now = async () => [await states.of(one), await states.ofComment(5), await states.of(other)]
  const first = await now()
  expect(first[0]).toBe(first[1])
  expect(first[0]).not.toBe(first[2])
  expect(await now()).toEqual(first)
  events.announce(commentsChanged, { kind: 'vod', id: 1 })
  const second = await now()
  expect(second[2]).toBe(first[2])
  expect(first).not.toContain(second[0])
  events.reportGap()
  for (const state of await now()) expect([...first, ...second]).not.toContain(state)
  expect(await states.ofComment(6)).toBeNull()
  open.delete(one)
  expect(await now()).toMatchObject([null, null, expect.any(String)])
})

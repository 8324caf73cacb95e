import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createEvents, defineEvent } from '../events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createChangeLog, looseLimitMs, refreshAfterMs, type ChangeLog, type Dependencies } from './change-log.ts'

const happened = defineEvent('test.happened', z.object({}))

function aLog(nowMs = () => 0): { log: ChangeLog; announce(): void } {
  const events = createEvents(localBus, (err) => {
    throw err
  })
  return { log: createChangeLog(events, nowMs), announce: () => events.announce(happened, {}) }
}

const madeFrom = (log: ChangeLog, strict: string[], loose: string[] = []): Dependencies => ({
  strict: new Map(strict.map((name) => [name, log.sequence])),
  loose: new Map(loose.map((name) => [name, log.sequence])),
})

test('a value is invalid once one of its dependencies changed, and no other change matters', () => {
  const { log } = aLog()
  const page = madeFrom(log, ['title:1', 'title:2'])
  log.changed(['title:3', 'titles:4:hits'], 0)
  expect(log.freshnessOf(page, 0)).toBe('fresh')
  log.changed(['title:2'], 0)
  expect(log.freshnessOf(page, 0)).toBe('invalid')
  expect(log.freshnessOf(madeFrom(log, ['title:1', 'title:2']), 0)).toBe('fresh')
})

test('if it is unknown what changed in a group, the whole group changed', () => {
  const { log } = aLog()
  const [page, list, other] = [
    madeFrom(log, ['title:1']),
    madeFrom(log, [], ['titles:4:hits']),
    madeFrom(log, ['site:1']),
  ]
  log.groupsChanged(['title', 'titles'], 0)
  expect(log.freshnessOf(page, 0)).toBe('invalid')
  expect(log.freshnessOf(list, looseLimitMs + 1)).toBe('expired')
  expect(log.freshnessOf(other, looseLimitMs + 1)).toBe('fresh')
})

test('a list may be two seconds older than its first change, however many changes follow', () => {
  const { log } = aLog()
  const list = madeFrom(log, [], ['titles:4:hits'])
  const states = new Map<number, string>()
  for (let atMs = 0; atMs <= 10_000; atMs += 200) {
    log.changed(['titles:4:hits'], atMs)
    states.set(atMs, log.freshnessOf(list, atMs))
  }
  for (const [atMs, state] of states)
    expect([atMs, state]).toEqual([
      atMs,
      atMs > looseLimitMs ? 'expired' : atMs >= refreshAfterMs ? 'refresh' : 'fresh',
    ])
})

test('a list that missed a change is not served for longer because the clock was set back', () => {
  const { log } = aLog()
  const list = madeFrom(log, [], ['titles:4:hits'])
  log.changed(['titles:4:hits'], 3_600_000)
  expect(log.freshnessOf(list, 0)).toBe('expired')
  const rebuilt = madeFrom(log, [], ['titles:4:hits'])
  log.changed(['titles:4:hits'], 0)
  expect(log.freshnessOf(rebuilt, refreshAfterMs)).toBe('refresh')
})

test('an event is tracked from the first dependency on it', () => {
  const { log, announce } = aLog()
  announce()
  const name = log.eventName(happened)
  const page = madeFrom(log, [name])
  expect(log.freshnessOf(page, 0)).toBe('fresh')
  announce()
  expect(log.freshnessOf(page, 0)).toBe('invalid')
})

test('evicted changes make values invalid, never valid', () => {
  const { log } = aLog()
  const page = madeFrom(log, ['title:1'], ['titles:4:hits'])
  const names = Array.from({ length: 210_000 }, (_, at) => `other:${at}`)
  log.changed(names, 0)
  expect(log.freshnessOf(page, 0)).toBe('invalid')
  expect(log.freshnessOf(madeFrom(log, ['title:1'], ['titles:4:hits']), 0)).toBe('fresh')
})

test('any order of builds and changes gives the result of a complete record of changes', () => {
  const name = fc.constantFrom('a:1', 'a:2', 'b:1')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('make' as const), strict: fc.uniqueArray(name), loose: fc.uniqueArray(name) }),
    fc.record({
      kind: fc.constant('change' as const),
      names: fc.uniqueArray(name, { minLength: 1 }),
      isSlight: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 1500 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { log } = aLog()
      let nowMs = 0
      const made: { dependencies: Dependencies; after: number }[] = []
      const changes: { names: string[]; isSlight: boolean; atMs: number }[] = []
      for (const each of steps) {
        if (each.kind === 'wait') nowMs += each.ms
        else if (each.kind === 'make')
          made.push({ dependencies: madeFrom(log, each.strict, each.loose), after: changes.length })
        else {
          const { names, isSlight } = each
          changes.push({ names, isSlight, atMs: nowMs })
          if (isSlight) log.changedSlightly(names, nowMs)
          else log.changed(names, nowMs)
        }
        for (const { dependencies, after } of made) {
          const later = changes.slice(after)
          const isInvalid = later.some(
            ({ names, isSlight }) => !isSlight && names.some((one) => dependencies.strict.has(one)),
          )
          const shows = (one: string): boolean => dependencies.loose.has(one) || dependencies.strict.has(one)
          const first = later.find(({ names }) => names.some(shows))
          const lastSequence = log.sequence
          const ageMs = first ? nowMs - first.atMs : 0
          const expected = ageMs > looseLimitMs ? 'expired' : ageMs >= refreshAfterMs ? 'refresh' : 'fresh'
          expect(log.freshnessOf(dependencies, nowMs)).toBe(isInvalid ? 'invalid' : expected)
          expect(log.lacksChange(dependencies, lastSequence, nowMs)).toBe(first !== undefined)
          // Of changes that happened too long ago for any list, the order is not stored.
          if (ageMs <= looseLimitMs) expect(log.lacksChange(dependencies, after, nowMs)).toBe(false)
        }
      }
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginFailover,
  resumeFailover,
  stepFailover,
  type Candidate,
  type Command,
  type Failover,
  type FailoverEvent,
} from './failover-rules.ts'

const fetched: Candidate = { awaitsEncoder: false }
const waiting: Candidate = { awaitsEncoder: true }

/** Simulates a stream: feeds events and collects the commands. */
function play(sources: readonly Candidate[], begin: Failover = beginFailover(0)) {
  let state = begin
  let nowMs = 0
  const asked: string[] = []
  const say = (command: Command): string =>
    command.act === 'promote'
      ? 'promote'
      : `${command.act} ${command.role}${'source' in command ? ` ${command.source}` : ''}`
  const hear = (event: FailoverEvent): void => {
    const step = stepFailover(state, event, nowMs, sources)
    state = step.state
    asked.push(...step.commands.map(say))
    // A killed run ends.
    for (const command of step.commands) if (command.act === 'kill') hear({ kind: 'ended', role: command.role })
  }
  return {
    asked,
    state: () => state,
    hear,
    /** Advances the time, with or without segments every two seconds. */
    go(sec: number, makes: { main?: boolean; trial?: boolean } = {}) {
      for (const endMs = nowMs + sec * 1000; nowMs < endMs;) {
        nowMs += 500
        hear({ kind: 'tick' })
        if (nowMs % 2000 !== 0) continue
        if (makes.main === true && state.phase !== 'pausing') hear({ kind: 'segment', role: 'main', durationMs: 2000 })
        if (makes.trial === true) hear({ kind: 'segment', role: 'trial', durationMs: 2000 })
      }
    },
    end: () => hear({ kind: 'ended', role: 'main' }),
    take: () => asked.splice(0),
  }
}

test('[F08] a run that breaks is begun again, at once after a good run and ever slower after bad ones', () => {
  const stream = play([fetched])
  stream.go(20, { main: true })
  expect(stream.take()).toEqual(['start main 0'])
  stream.end()
  stream.go(1)
  expect(stream.take()).toEqual(['start main 0'])
  for (const pauseSec of [1, 2, 4, 8, 8]) {
    stream.end()
    stream.go(pauseSec - 0.5)
    expect(stream.take()).toEqual([])
    stream.go(1)
    expect(stream.take()).toEqual(['start main 0'])
  }
})

test('[F08] a picture that stands still is given up after three segments', () => {
  const stream = play([fetched])
  stream.go(20, { main: true })
  stream.take()
  stream.go(6)
  expect(stream.take()).toEqual([])
  stream.go(1.5)
  expect(stream.take()).toEqual(['kill main', 'start main 0'])
})

test('[F08] a source with long segments is not taken for one that stands still', () => {
  const stream = play([fetched])
  stream.go(1)
  stream.hear({ kind: 'segment', role: 'main', durationMs: 10_000 })
  stream.take()
  stream.go(29)
  expect(stream.take()).toEqual([])
})

test('[F08] who is found alive is given as much time as its segments took before', () => {
  const stream = play([fetched], resumeFailover(0, 10_000, 0))
  stream.go(29)
  expect(stream.take()).toEqual([])
  stream.go(2)
  expect(stream.take()).toEqual(['kill main', 'start main 0'])
})

test('[F08] after two bad runs the next source is tried, and after the last the first again, more slowly', () => {
  const stream = play([fetched, fetched])
  const bad = (): void => {
    stream.go(1.5)
    stream.end()
  }
  bad()
  bad()
  bad()
  bad()
  bad()
  stream.go(4)
  expect(stream.take()).toEqual(
    ['start main 0', 'start main 0', 'start main 1', 'start main 1', 'start main 0'].concat('start main 0'),
  )
})

test('[F08] a source that never begins is given up for the next', () => {
  const stream = play([fetched, fetched])
  stream.go(23)
  expect(stream.take()).toEqual(['start main 0', 'kill main', 'start main 1'])
})

test('[F08] an encoder that nothing can stand in for is waited for as long as it takes', () => {
  const stream = play([waiting])
  stream.go(3600)
  expect(stream.take()).toEqual(['start main 0'])
})

test('[F08] when the first source is back it takes over after three segments, without a gap', () => {
  const stream = play([fetched, fetched], resumeFailover(1, 2000, 0))
  stream.go(3, { main: true })
  expect(stream.take()).toEqual(['start trial 0'])
  stream.go(4, { main: true, trial: true })
  expect(stream.take()).toEqual([])
  stream.go(2, { main: true, trial: true })
  expect(stream.take()).toEqual(['promote'])
  expect(stream.state()).toMatchObject({ phase: 'recording', source: 0, trial: null })
})

test('[F08] a trial that comes to nothing is repeated more and more seldom, and the backup goes on', () => {
  const stream = play([fetched, fetched], resumeFailover(1, 2000, 0))
  stream.go(3600, { main: true })
  const asked = stream.take()
  expect(asked.every((command) => command.endsWith(' trial 0') || command === 'kill trial')).toBe(true)
  expect(asked.length).toBeLessThan(30)
})

test('[F08] an encoder may come back at any time while another source stands in', () => {
  const stream = play([waiting, fetched])
  stream.go(12)
  stream.go(600, { main: true })
  expect(stream.take()).toEqual(['start main 0', 'kill main', 'start main 1', 'start trial 0'])
  stream.go(8, { main: true, trial: true })
  expect(stream.take()).toEqual(['promote'])
})

test('[F08] when the backup breaks while the better source is proving itself, that one takes over', () => {
  const stream = play([fetched, fetched], resumeFailover(1, 2000, 0))
  stream.go(2, { main: true })
  stream.go(3, { main: true, trial: true })
  stream.take()
  stream.end()
  expect(stream.take()).toEqual(['promote'])
})

test('[F08] who waits for an encoder waits anew when the backup is begun anew', () => {
  const stream = play([waiting, fetched])
  stream.go(12)
  stream.go(60, { main: true })
  stream.take()
  stream.end()
  stream.go(5, { main: true })
  expect(stream.take()).toEqual(['kill trial', 'start main 1', 'start trial 0'])
})

test('[F08] whatever happens, no run is begun twice, none is recorded after a later one, and a stream is never left without anything to come', () => {
  const events = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<FailoverEvent>({ kind: 'tick' }) },
      fc.constantFrom<FailoverEvent>({ kind: 'ended', role: 'main' }, { kind: 'ended', role: 'trial' }),
      {
        weight: 3,
        arbitrary: fc.constantFrom<FailoverEvent>(
          { kind: 'segment', role: 'main', durationMs: 2000 },
          { kind: 'segment', role: 'trial', durationMs: 2000 },
        ),
      },
    ),
    { maxLength: 300, size: 'max' },
  )
  const sources = fc.array(fc.record({ awaitsEncoder: fc.boolean() }), { minLength: 1, maxLength: 4 })
  const stepsMs = fc.oneof(fc.integer({ min: 100, max: 1000 }), fc.integer({ min: 100, max: 20_000 }))
  fc.assert(
    fc.property(sources, events, stepsMs, (given, happened, stepMs) => {
      const running = { main: false, trial: false }
      /** The number of the run in each role. */
      const numbers = { main: 0, trial: 0 }
      let [begun, recorded] = [0, 0]
      let state = beginFailover(0)
      let nowMs = 0
      const hear = (event: FailoverEvent): void => {
        // A run that does not exist causes no events.
        if (event.kind !== 'tick' && !running[event.role]) return
        if (event.kind === 'ended') running[event.role] = false
        const step = stepFailover(state, event, nowMs, given)
        state = step.state
        for (const command of step.commands) {
          if (command.act === 'start') {
            expect(running[command.role]).toBe(false)
            expect(command.source).toBeLessThan(given.length)
            running[command.role] = true
            numbers[command.role] = ++begun
          } else if (command.act === 'promote') {
            expect(running.trial).toBe(true)
            numbers.main = numbers.trial
            running.main = true
            running.trial = false
          } else hear({ kind: 'ended', role: command.role })
        }
        if (!running.main) return
        expect(numbers.main).toBeGreaterThanOrEqual(recorded)
        recorded = numbers.main
      }
      for (const event of happened) {
        nowMs += stepMs
        hear(event)
        expect(running.main).toBe(state.phase !== 'pausing')
        expect(running.trial).toBe(state.trial !== null)
        if (state.phase === 'pausing') expect(state.resumeMs - nowMs).toBeLessThanOrEqual(8000)
      }
    }),
  )
})

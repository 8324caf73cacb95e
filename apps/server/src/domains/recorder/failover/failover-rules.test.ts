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
  const dispatch = (event: FailoverEvent): void => {
    const step = stepFailover(state, event, nowMs, sources)
    state = step.state
    asked.push(...step.commands.map(say))
    // A killed run ends.
    for (const command of step.commands) if (command.act === 'kill') dispatch({ kind: 'ended', role: command.role })
  }
  return {
    asked,
    state: () => state,
    dispatch,
    /** Advances the time, with or without segments every two seconds. */
    go(sec: number, makes: { main?: boolean; trial?: boolean } = {}) {
      for (const endMs = nowMs + sec * 1000; nowMs < endMs;) {
        nowMs += 500
        dispatch({ kind: 'tick' })
        if (nowMs % 2000 !== 0) continue
        if (makes.main === true && state.phase !== 'pausing')
          dispatch({ kind: 'segment', role: 'main', durationMs: 2000 })
        if (makes.trial === true) dispatch({ kind: 'segment', role: 'trial', durationMs: 2000 })
      }
    },
    end: () => dispatch({ kind: 'ended', role: 'main' }),
    take: () => asked.splice(0),
  }
}

test('[G02] a broken run is restarted, at once after a stable run and with increasing delays after failed ones', () => {
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

test('[G02] a stalled run is given up after three segment durations', () => {
  const stream = play([fetched])
  stream.go(20, { main: true })
  stream.take()
  stream.go(6)
  expect(stream.take()).toEqual([])
  stream.go(1.5)
  expect(stream.take()).toEqual(['kill main', 'start main 0'])
})

test('[G02] a source with long segments is not considered stalled', () => {
  const stream = play([fetched])
  stream.go(1)
  stream.dispatch({ kind: 'segment', role: 'main', durationMs: 10_000 })
  stream.take()
  stream.go(29)
  expect(stream.take()).toEqual([])
})

test('[G02] an adopted run gets a stall timeout based on its earlier segments', () => {
  const stream = play([fetched], resumeFailover(0, 10_000, 0))
  stream.go(29)
  expect(stream.take()).toEqual([])
  stream.go(2)
  expect(stream.take()).toEqual(['kill main', 'start main 0'])
})

test('[G02] after two failed runs the next source is tried, and after the last one the first again, with longer delays', () => {
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

test('[G02] a source that never starts is given up for the next one', () => {
  const stream = play([fetched, fetched])
  stream.go(23)
  expect(stream.take()).toEqual(['start main 0', 'kill main', 'start main 1'])
})

test('[G02] the only source waits for its encoder without a limit', () => {
  const stream = play([waiting])
  stream.go(3600)
  expect(stream.take()).toEqual(['start main 0'])
})

test('[G02] a recovered first source takes over after three segments, without a gap', () => {
  const stream = play([fetched, fetched], resumeFailover(1, 2000, 0))
  stream.go(3, { main: true })
  expect(stream.take()).toEqual(['start trial 0'])
  stream.go(4, { main: true, trial: true })
  expect(stream.take()).toEqual([])
  stream.go(2, { main: true, trial: true })
  expect(stream.take()).toEqual(['promote'])
  expect(stream.state()).toMatchObject({ phase: 'recording', source: 0, trial: null })
})

test('[G02] failed trials are repeated less and less often, and the backup continues', () => {
  const stream = play([fetched, fetched], resumeFailover(1, 2000, 0))
  stream.go(3600, { main: true })
  const asked = stream.take()
  expect(asked.every((command) => command.endsWith(' trial 0') || command === 'kill trial')).toBe(true)
  expect(asked.length).toBeLessThan(30)
})

test('[G02] an encoder may reconnect at any time while another source is active', () => {
  const stream = play([waiting, fetched])
  stream.go(12)
  stream.go(600, { main: true })
  expect(stream.take()).toEqual(['start main 0', 'kill main', 'start main 1', 'start trial 0'])
  stream.go(8, { main: true, trial: true })
  expect(stream.take()).toEqual(['promote'])
})

test('[G02] if the backup breaks during the trial of a better source, the trial takes over', () => {
  const stream = play([fetched, fetched], resumeFailover(1, 2000, 0))
  stream.go(2, { main: true })
  stream.go(3, { main: true, trial: true })
  stream.take()
  stream.end()
  expect(stream.take()).toEqual(['promote'])
})

test('[G02] the wait for an encoder starts again when the backup is restarted', () => {
  const stream = play([waiting, fetched])
  stream.go(12)
  stream.go(60, { main: true })
  stream.take()
  stream.end()
  stream.go(5, { main: true })
  expect(stream.take()).toEqual(['kill trial', 'start main 1', 'start trial 0'])
})

test('[G02] in any sequence of events no run is started twice, runs are recorded in order, and a stream always has a next step', () => {
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
      const dispatch = (event: FailoverEvent): void => {
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
          } else dispatch({ kind: 'ended', role: command.role })
        }
        if (!running.main) return
        expect(numbers.main).toBeGreaterThanOrEqual(recorded)
        recorded = numbers.main
      }
      for (const event of happened) {
        nowMs += stepMs
        dispatch(event)
        expect(running.main).toBe(state.phase !== 'pausing')
        expect(running.trial).toBe(state.trial !== null)
        if (state.phase === 'pausing') expect(state.resumeMs - nowMs).toBeLessThanOrEqual(8000)
      }
    }),
  )
})

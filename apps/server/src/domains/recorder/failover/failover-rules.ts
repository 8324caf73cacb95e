import { goodRunMs, stallTimeoutMs, restartDelayMs } from '../runs/run-rules.ts'

/** The property of a source that failover depends on. */
export interface Candidate {
  /** Waits for a push of an encoder, instead of being pulled. */
  readonly awaitsEncoder: boolean
}

/**
 * `main` is the run whose segments are recorded. `trial` is a second run that checks whether a better source is back. A
 * trial is always younger than the main run, so that runs are recorded in the order in which they began.
 */
export type Role = 'main' | 'trial'

/**
 * Failover state of a stream. Sources are in order of preference.
 * - The main run goes through `pausing` → `starting` → `recording`.
 * - While the main run uses a source that is not the first, a trial run tests a better one and replaces it when stable.
 */
export interface Failover {
  readonly phase: 'pausing' | 'starting' | 'recording'
  readonly source: number
  /** Start of the phase; a pause ends at `resumeMs`. */
  readonly sinceMs: number
  readonly resumeMs: number
  /** Consecutive failed runs on this source. */
  readonly failures: number
  /** Consecutive sources that were given up. */
  readonly abandonedSources: number
  readonly lastSegmentMs: number
  readonly longestMs: number
  readonly trial: { readonly source: number; readonly sinceMs: number; readonly segments: number } | null
  readonly nextTrialMs: number
  readonly trialDelayMs: number
  /** Index of the better source that is tested next. */
  readonly trialSource: number
}

export type FailoverEvent =
  | { readonly kind: 'tick' }
  | { readonly kind: 'segment'; readonly role: Role; readonly durationMs: number }
  /** A run has ended, by itself or because it was stopped. */
  | { readonly kind: 'ended'; readonly role: Role }

export type Command =
  | { readonly act: 'start'; readonly role: Role; readonly source: number }
  /** Kills the run, because a stalled one would not stop gracefully. An `ended` event follows. */
  | { readonly act: 'kill'; readonly role: Role }
  /** Makes the trial the main run, starting with its newest segment. The former main run is stopped without an event. */
  | { readonly act: 'promote' }

export interface Transition {
  readonly state: Failover
  readonly commands: readonly Command[]
}

const maxFailuresPerSource = 2
const startTimeoutMs = 20_000
/** Maximum wait for an encoder if there are other sources. */
const encoderTimeoutMs = 10_000
const segmentsToProve = 3
const minTrialDelayMs = 30_000
const maxTrialDelayMs = 10 * 60_000

/** The state of a stream that starts now. */
export const beginFailover = (nowMs: number): Failover => ({
  phase: 'pausing',
  source: 0,
  sinceMs: nowMs,
  resumeMs: nowMs,
  failures: 0,
  abandonedSources: 0,
  lastSegmentMs: 0,
  longestMs: 0,
  trial: null,
  nextTrialMs: nowMs,
  trialDelayMs: minTrialDelayMs,
  trialSource: 0,
})

/** The state of a stream whose main run was adopted alive. @param longestMs its longest recent segment */
export const resumeFailover = (source: number, longestMs: number, nowMs: number): Failover => ({
  ...beginFailover(nowMs),
  phase: 'recording',
  source,
  lastSegmentMs: nowMs,
  longestMs,
})

/** The next state and commands after an event. Pure: the caller executes the commands and reports their results as events. */
export function stepFailover(
  state: Failover,
  event: FailoverEvent,
  nowMs: number,
  sources: readonly Candidate[],
): Transition {
  if (event.kind === 'tick') return tick(state, nowMs, sources)
  if (event.kind === 'segment') return segment(state, event, nowMs)
  return event.role === 'trial' ? trialEnded(state, nowMs, sources) : mainEnded(state, nowMs, sources)
}

function tick(state: Failover, nowMs: number, sources: readonly Candidate[]): Transition {
  const { phase, source } = state
  if (phase === 'pausing') {
    if (nowMs < state.resumeMs) return { state, commands: [] }
    return {
      state: { ...state, phase: 'starting', sinceMs: nowMs },
      commands: [{ act: 'start', role: 'main', source }],
    }
  }
  const timeoutMs = sources[source]?.awaitsEncoder ? (sources.length > 1 ? encoderTimeoutMs : Infinity) : startTimeoutMs
  if (phase === 'starting' && nowMs - state.sinceMs > timeoutMs) {
    // A start timeout counts as the maximum number of failures, so that the next source follows at once.
    return { state: { ...state, failures: maxFailuresPerSource }, commands: [{ act: 'kill', role: 'main' }] }
  }
  if (phase === 'recording' && nowMs - state.lastSegmentMs > stallTimeoutMs(state.longestMs)) {
    return { state, commands: [{ act: 'kill', role: 'main' }] }
  }
  return tickTrial(state, nowMs, sources)
}

function tickTrial(state: Failover, nowMs: number, sources: readonly Candidate[]): Transition {
  const { trial, source, trialSource } = state
  if (trial) {
    const mayWait = sources[trial.source]?.awaitsEncoder === true && source === 1
    const isTimedOut = trial.segments === 0 && nowMs - trial.sinceMs > startTimeoutMs && !mayWait
    return { state, commands: isTimedOut ? [{ act: 'kill', role: 'trial' }] : [] }
  }
  if (source === 0 || state.phase !== 'recording' || nowMs < state.nextTrialMs) return { state, commands: [] }
  const candidate = trialSource % source
  return {
    state: { ...state, trial: { source: candidate, sinceMs: nowMs, segments: 0 }, trialSource: candidate + 1 },
    commands: [{ act: 'start', role: 'trial', source: candidate }],
  }
}

function segment(state: Failover, event: Extract<FailoverEvent, { kind: 'segment' }>, nowMs: number): Transition {
  const { trial } = state
  if (event.role === 'trial') {
    if (!trial) return { state, commands: [] }
    const counted = { ...state, trial: { ...trial, segments: trial.segments + 1 } }
    return counted.trial.segments < segmentsToProve ? { state: counted, commands: [] } : promote(counted, nowMs)
  }
  const isFirst = state.phase !== 'recording'
  const isStable = nowMs - state.sinceMs >= goodRunMs
  return {
    state: {
      ...state,
      phase: 'recording',
      sinceMs: isFirst ? nowMs : state.sinceMs,
      lastSegmentMs: nowMs,
      // Decays slowly, because a source may change its segment duration.
      longestMs: Math.max(event.durationMs, Math.round(state.longestMs * 0.98)),
      ...(isFirst || !isStable ? {} : { failures: 0, abandonedSources: 0 }),
    },
    commands: [],
  }
}

function promote(state: Failover, nowMs: number): Transition {
  const source = state.trial?.source ?? state.source
  const fresh = { ...beginFailover(nowMs), trialSource: 0 }
  return {
    state: { ...fresh, phase: 'recording', source, lastSegmentMs: nowMs },
    commands: [{ act: 'promote' }],
  }
}

function trialEnded(state: Failover, nowMs: number, sources: readonly Candidate[]): Transition {
  if (!state.trial) return { state, commands: [] }
  // A source that waits for an encoder is tested again soon; a pulled source with increasing delays.
  const awaitsEncoder = sources[state.trial.source]?.awaitsEncoder === true
  const trialDelayMs = awaitsEncoder ? minTrialDelayMs : Math.min(maxTrialDelayMs, state.trialDelayMs * 2)
  const nextTrialMs = nowMs + (awaitsEncoder ? 1000 : state.trialDelayMs)
  return { state: { ...state, trial: null, trialDelayMs, nextTrialMs }, commands: [] }
}

function mainEnded(state: Failover, nowMs: number, sources: readonly Candidate[]): Transition {
  // The trial has a picture already, so it replaces the failed main run.
  if (state.trial !== null && state.trial.segments > 0) return promote(state, nowMs)
  const wasStable = state.phase === 'recording' && nowMs - state.sinceMs >= goodRunMs
  const failures = wasStable ? 0 : state.failures + 1
  const isRetried = sources.length < 2 || failures < maxFailuresPerSource
  const commands: readonly Command[] = state.trial === null ? [] : [{ act: 'kill', role: 'trial' }]
  if (isRetried) {
    const resumeMs = nowMs + restartDelayMs(failures)
    return { state: { ...state, phase: 'pausing', sinceMs: nowMs, resumeMs, failures }, commands }
  }
  const source = (state.source + 1) % sources.length
  const abandonedSources = state.abandonedSources + 1
  // The first pass over all sources has no delays, then delays increase.
  const resumeMs =
    nowMs + (abandonedSources < sources.length ? 0 : restartDelayMs(abandonedSources - sources.length + 1))
  return {
    state: {
      ...state,
      phase: 'pausing',
      source,
      sinceMs: nowMs,
      resumeMs,
      failures: 0,
      abandonedSources,
      trial: null,
      longestMs: 0,
      nextTrialMs: nowMs + (sources[0]?.awaitsEncoder ? 0 : minTrialDelayMs),
      trialDelayMs: minTrialDelayMs,
    },
    commands,
  }
}

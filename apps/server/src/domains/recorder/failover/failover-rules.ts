import { goodRunMs, stallTimeoutMs, restartDelayMs } from '../runs/run-rules.ts'

/** What a source is to the choice between sources: whether it waits for an encoder or is fetched. */
export interface Candidate {
  readonly awaitsEncoder: boolean
}

/**
 * The run whose segments are recorded, and one beside it that tries whether a better source is back. A trial is always
 * younger than the main run, so that runs are recorded in the order in which they began.
 */
export type Role = 'main' | 'trial'

/**
 * Where a stream stands between its sources, which are in order of preference.
 * - `pausing` → `starting` → `recording` is the life of the main run;
 * - on a source that is not the first, a trial run tries a better one and takes over when it has proved itself.
 */
export interface Failover {
  readonly phase: 'pausing' | 'starting' | 'recording'
  readonly source: number
  /** When the phase began; a pause ends at `resumeMs`. */
  readonly sinceMs: number
  readonly resumeMs: number
  /** Runs in a row on this source that came to nothing. */
  readonly failures: number
  /** Sources in a row that were given up. */
  readonly abandonedSources: number
  readonly lastSegmentMs: number
  readonly longestMs: number
  readonly trial: { readonly source: number; readonly sinceMs: number; readonly segments: number } | null
  readonly nextTrialMs: number
  readonly trialDelayMs: number
  /** The better source that is tried next. */
  readonly trialSource: number
}

export type FailoverEvent =
  | { readonly kind: 'tick' }
  | { readonly kind: 'segment'; readonly role: Role; readonly durationMs: number }
  /** A run ended by itself, or because it was told to. */
  | { readonly kind: 'ended'; readonly role: Role }

export type Command =
  | { readonly act: 'start'; readonly role: Role; readonly source: number }
  /** At once and hard: what does not answer does not end in order. An `ended` follows. */
  | { readonly act: 'kill'; readonly role: Role }
  /** The trial is the main run from now on, with its newest segment; the main run, if there is one, ends unheard. */
  | { readonly act: 'promote' }

export interface Transition {
  readonly state: Failover
  readonly commands: readonly Command[]
}

const maxFailuresPerSource = 2
const startTimeoutMs = 20_000
/** An encoder that others can stand in for is not waited for longer. */
const encoderTimeoutMs = 10_000
const segmentsToProve = 3
const minTrialDelayMs = 30_000
const maxTrialDelayMs = 10 * 60_000

/** A stream that is to begin now. */
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

/** A stream whose main run was found alive; `longestMs` is how long its segments were of late. */
export const resumeFailover = (source: number, longestMs: number, nowMs: number): Failover => ({
  ...beginFailover(nowMs),
  phase: 'recording',
  source,
  lastSegmentMs: nowMs,
  longestMs,
})

/** What happens to a stream when something happened. Pure: the caller does what the commands say and reports back. */
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
    // It had its time: the next source, not the same one again.
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
      // What was longest once is forgotten slowly: a source may change its segments.
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
  // Who waits for an encoder goes on waiting; who asks elsewhere asks less and less often.
  const awaitsEncoder = sources[state.trial.source]?.awaitsEncoder === true
  const trialDelayMs = awaitsEncoder ? minTrialDelayMs : Math.min(maxTrialDelayMs, state.trialDelayMs * 2)
  const nextTrialMs = nowMs + (awaitsEncoder ? 1000 : state.trialDelayMs)
  return { state: { ...state, trial: null, trialDelayMs, nextTrialMs }, commands: [] }
}

function mainEnded(state: Failover, nowMs: number, sources: readonly Candidate[]): Transition {
  // The better source is there already.
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
  // Through all of them once without a pause, then ever slower.
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

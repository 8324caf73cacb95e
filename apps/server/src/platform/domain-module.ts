import type { Schema } from '@yunmu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { UndoableAct } from './audit/audit.ts'
import type { CallRegistry } from './calls/mount-call.ts'
import type { ExchangeEntity } from './exchange/exchange-entity.ts'
import type { EventKind, Events, Listener } from './events/events.ts'
import type { Admissions } from './http/admission/admission.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { JobHandler, JobKind, Jobs } from './jobs/jobs.ts'
import type { Metrics } from './operations/metrics.ts'
import type { UpFrameRegistry } from './realtime/mount-up.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { SubjectKind } from './subjects.ts'

/**
 * What a domain contributes to a process, made by the domain's `createX` as `module`. The application lists the modules;
 * `domain-modules.ts` has one loop for each field. Every field but the name is optional.
 */
export interface DomainModule {
  /** The domain's folder. */
  readonly name: string
  /** Brings stored state in order before the process accepts requests, e.g. what a killed process left unfinished. */
  start?(): Promise<void>
  /** Loads what the first requests would wait for. Called in processes that serve visitors, which are ready afterwards. */
  warmUp?(): Promise<void>
  /** Gives the contract's calls their handlers. */
  calls?(calls: CallRegistry): void
  /** Installs HTTP routes that are not calls: media, feeds, downloads, redirects. */
  routes?(app: FastifyInstance, http: HttpServices): void
  readonly realtime?: RealtimeModule
  /** Subscribed in every process that has the domain, the command line included: see `listener`. */
  readonly listeners?: readonly Subscribe[]
  /** Handlers of queued jobs: see `jobHandler`. */
  readonly jobs?: readonly RegisterJob[]
  readonly schedules?: readonly Schedule[]
  readonly timers?: readonly Timer[]
  readonly personalData?: PersonalData
  /** The acts in the audit log that can be undone, and how. */
  readonly undoable?: readonly UndoableAct[]
  /** What operators export to files and import from them. */
  readonly exchange?: readonly ExchangeEntity[]
  /** The kinds of subjects that the domain answers for. */
  readonly subjects?: readonly SubjectKind[]
  /** Gauges of what this process holds: those of all processes of a machine are added up. */
  readonly metrics?: readonly Parameters<Metrics['addGauge']>[0][]
  /** Releases what the domain holds open. Called after the last timer, in reverse order of the modules. */
  close?(): Promise<void>
}

/** What routes share. */
export interface HttpServices {
  limits: RateLimits
  admissions: Admissions
  /** Whether expensive requests are refused now. */
  overloaded: () => boolean
  /** Scheme and host under which the requester knows the station. */
  originOf: (request: FastifyRequest) => string
}

/** A domain's part in the WebSockets of open pages. */
export interface RealtimeModule {
  /** Gives up-frames, which pages send, their handlers. */
  ups?(ups: UpFrameRegistry): void
  /** Pushes what happened to open pages. Subscribed in processes that serve pages. */
  listeners?(realtime: Realtime): readonly Subscribe[]
}

/** Work at fixed times, in one process of the station at a time. */
export interface Schedule {
  /** `<domain>.<work>`, unique among jobs. */
  name: string
  /** A divisor of a day. */
  everyMinutes: number
  /** Runs once more this long after a process has started. */
  firstRunAfterMs?: number
  run(context: { signal: AbortSignal }): Promise<void>
}

/** Work at intervals, in each process: what it holds in memory, or what is due more often than each minute. A run that fails is logged and tried again. */
export interface Timer {
  /** `<domain>.<work>`, for the log. */
  name: string
  everyMs: number
  run(): Promise<void>
  /** Runs only in processes that run jobs. */
  withJobs?: boolean
  /** Runs a last time when the process closes: for what would be lost with the memory. */
  runsAtClose?: boolean
}

/** What a domain stores about people. */
export interface PersonalData {
  /** Key of the domain's part in the exported file; default the module's name. */
  exportAs?: string
  /** Everything stored about a person, for that person to download. */
  exportOf?(userId: number): Promise<unknown>
  /** How many things of a kind a person has, for operators. */
  countOf?(userId: number): Promise<Record<string, number>>
  /**
   * Deletes what rows of other people depend on, in the transaction that deletes the accounts; rows that belong to a user
   * alone are deleted by their foreign keys. Returns what to do after the commit, e.g. announce it.
   */
  deleteOf?(tx: Transaction<unknown>, userIds: readonly number[]): Promise<() => void>
}

/** Subscribes a listener; returns what unsubscribes it. */
export type Subscribe = (events: Pick<Events, 'on'>) => () => void

export function listener<Detail extends Schema>(event: EventKind<Detail>, listen: Listener<Detail>): Subscribe {
  return (events) => events.on(event, listen)
}

export type RegisterJob = (jobs: Pick<Jobs, 'handle'>) => void

export function jobHandler<Payload extends Schema>(
  kind: JobKind<Payload>,
  handle: JobHandler<z.output<Payload>>,
): RegisterJob {
  return (jobs) => jobs.handle(kind, handle)
}

import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { OnActOfUser, OnUndeclaredRefusal } from './calls/declared-refusals.ts'
import { createCallRegistry, type CallRegistry } from './calls/mount-call.ts'
import type { DomainModule, HttpServices, Subscribe, Timer } from './domain-module.ts'
import type { Events } from './events/events.ts'
import { defineJob, type Jobs } from './jobs/jobs.ts'
import type { Metrics } from './operations/metrics.ts'
import type { WarmUpTask } from './operations/warm-up.ts'
import type { Logger } from './process/logger.ts'
import { createUpFrameRegistry, type UpFrameRegistry } from './realtime/mount-up.ts'
import type { Realtime } from './realtime/realtime.ts'

type Modules = readonly DomainModule[]

/** Registers what works in every process that has the domains. Returns what closes them, in reverse order. */
export function openModules(modules: Modules, { events, jobs }: { events: Events; jobs: Jobs }): () => Promise<void> {
  requireUnique(modules.map(({ name }) => name))
  requireUnique(modules.flatMap(exportNameOf))
  for (const register of modules.flatMap((module) => module.jobs ?? [])) register(jobs)
  const unsubscribe = subscribeAll(
    modules.flatMap(({ listeners = [] }) => listeners),
    events,
  )
  return async () => {
    unsubscribe()
    for (const module of modules.toReversed()) await module.close?.()
  }
}

/** Runs the modules' `start` in their order. */
export async function startModules(modules: Modules): Promise<void> {
  for (const module of modules) await module.start?.()
}

/** The `warmUp` of all modules. */
export function warmUpTasks(modules: Modules): WarmUpTask[] {
  return modules.flatMap(({ name, warmUp }) => (warmUp ? [{ name, run: () => warmUp() }] : []))
}

/** The calls of all modules. */
export function mountCalls(
  modules: Modules,
  onUndeclaredRefusal: OnUndeclaredRefusal,
  onActOfUser: OnActOfUser,
): CallRegistry {
  const calls = createCallRegistry(onUndeclaredRefusal, onActOfUser)
  for (const module of modules) module.calls?.(calls)
  return calls
}

export function installRoutes(modules: Modules, app: FastifyInstance, http: HttpServices): void {
  for (const module of modules) module.routes?.(app, http)
}

export function addModuleMetrics(modules: Modules, metrics: Metrics): void {
  for (const gauge of modules.flatMap((module) => module.metrics ?? [])) metrics.addGauge(gauge)
}

/** The up-frames of all modules. */
export function mountUps(modules: Modules): UpFrameRegistry {
  const ups = createUpFrameRegistry()
  for (const { realtime } of modules) realtime?.ups?.(ups)
  return ups
}

/** Connects the modules with the open pages of this process. Returns what ends that. */
export function subscribeRealtime(modules: Modules, events: Events, realtime: Realtime): () => void {
  return subscribeAll(
    modules.flatMap((module) => module.realtime?.listeners?.(realtime) ?? []),
    events,
  )
}

/** Everything that the domains store about a person, by domain. */
export async function exportPersonalData(modules: Modules, userId: number): Promise<Record<string, unknown>> {
  const parts = modules.flatMap((module) =>
    exportNameOf(module).map(async (name) => [name, await module.personalData?.exportOf?.(userId)] as const),
  )
  return Object.fromEntries(await Promise.all(parts))
}

/** How much the domains store of a person, by kind. */
export async function countPersonalData(modules: Modules, userId: number): Promise<Record<string, number>> {
  const counts = await Promise.all(modules.map(async ({ personalData }) => personalData?.countOf?.(userId)))
  return Object.assign({}, ...counts)
}

/** Deletes what the domains store about people, in a transaction. Returns what to do after its commit. */
export async function deletePersonalData(
  modules: Modules,
  tx: Transaction<unknown>,
  userIds: readonly number[],
): Promise<() => void> {
  const afterCommit: (() => void)[] = []
  for (const { personalData } of modules) {
    if (personalData?.deleteOf) afterCommit.push(await personalData.deleteOf(tx, userIds))
  }
  return () => afterCommit.forEach((act) => act())
}

/**
 * Starts the modules' timers and registers their schedules, before `jobs.start`. First runs are enqueued by the process
 * that runs jobs. Returns what stops the timers and runs those a last time that must not lose what is in memory.
 */
export function startSchedules(
  modules: Modules,
  { jobs, log }: { jobs: Jobs; log: Logger },
  { runsJobs }: { runsJobs: boolean },
): () => Promise<void> {
  const firstRuns: NodeJS.Timeout[] = []
  for (const { name, everyMinutes, firstRunAfterMs, run } of modules.flatMap(({ schedules = [] }) => schedules)) {
    jobs.every(name, everyMinutes, run)
    if (firstRunAfterMs === undefined || !runsJobs) continue
    const enqueue = (): void => {
      jobs
        .enqueue(defineJob(name, z.object({})), {}, { key: 'start' })
        .catch((err: unknown) => log.warn({ err, schedule: name }, 'a first run could not be enqueued'))
    }
    firstRuns.push(setTimeout(enqueue, firstRunAfterMs))
  }
  const timers = modules
    .flatMap((module) => module.timers ?? [])
    .filter(({ withJobs }) => runsJobs || withJobs !== true)
  const stops = timers.map((timer) => startTimer(timer, log))
  return async () => {
    firstRuns.forEach(clearTimeout)
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Returns what stops the timer, after its last run where it has one: that rejects where the run fails. */
function startTimer({ name, everyMs, run, runsAtClose = false }: Timer, log: Logger): () => Promise<void> {
  const tick = (): void => {
    run().catch((err: unknown) => log.warn({ err, timer: name }, 'a timer failed and runs again'))
  }
  const interval = setInterval(tick, everyMs)
  return async () => {
    clearInterval(interval)
    if (runsAtClose) await run()
  }
}

function subscribeAll(subscribes: readonly Subscribe[], events: Events): () => void {
  const stops = subscribes.map((subscribe) => subscribe(events))
  return () => stops.forEach((stop) => stop())
}

/** The module's key in a person's export, if it has any. */
function exportNameOf({ name, personalData }: DomainModule): string[] {
  return personalData?.exportOf ? [personalData.exportAs ?? name] : []
}

function requireUnique(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`two domain modules are called ${twice}`)
}

import type { DomainModule } from '../platform/domain-module.ts'

/** Runs one of a module's schedules now. */
export async function runSchedule({ schedules = [] }: DomainModule, name: string): Promise<void> {
  const schedule = schedules.find((each) => each.name === name)
  if (!schedule) throw new Error(`there is no schedule ${name}`)
  await schedule.run({ signal: new AbortController().signal })
}

/** Runs one of a module's timers now. Timers do not run by themselves in tests. */
export async function runTimer({ timers = [] }: DomainModule, name: string): Promise<void> {
  const timer = timers.find((each) => each.name === name)
  if (!timer) throw new Error(`there is no timer ${name}`)
  await timer.run()
}

/** Runs the handler of one of a module's jobs. */
export async function runJob({ jobs = [] }: DomainModule, name: string, payload: unknown = {}): Promise<void> {
  const runs = new Map<string, () => Promise<void>>()
  const signal = new AbortController().signal
  for (const register of jobs)
    register({ handle: (kind, handler) => runs.set(kind.name, () => handler(kind.payload.parse(payload), { signal })) })
  const run = runs.get(name)
  if (!run) throw new Error(`there is no job ${name}`)
  await run()
}

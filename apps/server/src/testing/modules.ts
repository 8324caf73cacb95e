import type { DomainModule } from '../platform/domain-module.ts'

/** Runs one of a module's schedules now. */
export async function runSchedule({ schedules = [] }: DomainModule, name: string): Promise<void> {
  const schedule = schedules.find((each) => each.name === name)
  if (!schedule) throw new Error(`there is no schedule ${name}`)
  await schedule.run({ signal: new AbortController().signal })
}

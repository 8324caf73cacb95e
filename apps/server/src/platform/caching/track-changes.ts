import { AsyncLocalStorage } from 'node:async_hooks'

/** The call that runs in this asynchronous context, and whether it changed what cached values depend on. */
const current = new AsyncLocalStorage<{ hasChanged: boolean }>()

/** Declares that the call which runs in this context changed something. */
export function noteChange(): void {
  const tracked = current.getStore()
  if (tracked) tracked.hasChanged = true
}

/** Runs a call, and returns whether it changed what cached values depend on. */
export async function trackChanges<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; hasChanged: boolean }> {
  const tracked = { hasChanged: false }
  const result = await current.run(tracked, run)
  return { result, hasChanged: tracked.hasChanged }
}

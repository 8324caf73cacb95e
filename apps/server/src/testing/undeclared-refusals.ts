import type { Call, RefusalName } from '@yunmu/contract'

const found: string[] = []

/** Records a refusal that the call does not declare; the test that is running fails at its end. */
export function recordUndeclaredRefusal(call: Call, refusal: RefusalName): void {
  found.push(`${call.name} was refused with ${refusal}, which its contract does not declare`)
}

/** Records a call of users that wrote to the audit log in the name of its caller; the test that is running fails at its end. */
export function recordActOfUser(call: Call): void {
  found.push(`${call.name} wrote to the audit log in the name of its caller, but is no call of operators`)
}

/** Throws if undeclared refusals were recorded since the last time. */
export function assertNoUndeclaredRefusals(): void {
  const texts = found.splice(0)
  if (texts.length > 0) throw new Error([...new Set(texts)].join('\n'))
}

import type { Call, RefusalName } from '@yunmu/contract'
import { RefusalError } from '../http/refusal-error.ts'
import type { Logger } from '../process/logger.ts'

/** Is notified of a refusal that the contract does not announce: neither the call declares it nor the platform. */
export type OnUndeclaredRefusal = (call: Call, refusal: RefusalName) => void

/** Refusals of the platform, which calls do not declare. */
export function platformRefusals(call: Call): RefusalName[] {
  return [
    'MalformedRequest',
    'TokenInvalid',
    'TokenExpired',
    'SessionEnded',
    'SessionSignedOut',
    'SessionDisabled',
    'SessionWasDisabled',
    'TokenScope',
    'TooManyRequests',
    'Overloaded',
    ...(call.method === 'GET'
      ? (['StaleSignature'] as const)
      : (['ForeignOrigin', 'RequestTooLarge', 'UnknownMediaType'] as const)),
    ...(call.caller === 'visitor' ? [] : (['LoginNeeded'] as const)),
    ...(call.caller === 'vip' ? (['VipNeeded'] as const) : []),
    ...(call.caller === 'operator' ? (['OperatorNeeded'] as const) : []),
  ]
}

/**
 * Wraps functions that answer a call: a refusal that the contract does not announce is reported, and thrown on. The type
 * of `refuse` prevents such refusals in handlers; functions that handlers share can throw any refusal.
 */
export function createRefusalCheck(
  call: Call,
  onUndeclared: OnUndeclaredRefusal,
): <Context, Value>(answer: (context: Context) => Promise<Value>) => (context: Context) => Promise<Value> {
  const announced = new Set<RefusalName>([...call.refusals, ...platformRefusals(call)])
  return (answer) => async (context) => {
    try {
      return await answer(context)
    } catch (err) {
      if (err instanceof RefusalError && !announced.has(err.refusal)) onUndeclared(call, err.refusal)
      throw err
    }
  }
}

/** Is notified of a call of users that wrote to the audit log in the name of its caller: such calls are operators'. */
export type OnActOfUser = (call: Call) => void

export const logActOfUser =
  (log: Logger): OnActOfUser =>
  ({ name }) =>
    log.error({ call: name }, 'a call of users wrote to the audit log in the name of its caller')

export const undeclaredRefusalMessage = 'a call was refused with a refusal that its contract does not declare'

export function logUndeclaredRefusal(log: Logger): OnUndeclaredRefusal {
  return ({ name }, refusal) => log.error({ call: name, refusal }, undeclaredRefusalMessage)
}

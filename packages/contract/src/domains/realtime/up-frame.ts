import type { Call } from '../../core/define-call.ts'

/**
 * A call that can also be sent over the realtime connection, under a short name: for frequent calls with an empty
 * reply. Rights, input and refusals are the call's; without a connection the call itself is made.
 */
export interface UpFrame<C extends Call = Call, Name extends string = string> {
  readonly name: Name
  readonly call: C
}

/** Keeps the literal types of a frame's definition. */
export const defineUpFrame = <C extends Call, const Name extends string>(up: UpFrame<C, Name>): UpFrame<C, Name> => up

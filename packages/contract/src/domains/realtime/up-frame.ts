import type { Call } from '../../core/define-call.ts'

/**
 * A call that pages make over their line as well, under a short name: for what is sent again and again and answered with
 * nothing. Who may send it, what it holds and why it may be refused is the call's; where there is no line the call itself
 * is made.
 */
export interface UpFrame<C extends Call = Call, Name extends string = string> {
  readonly name: Name
  readonly call: C
}

/** Keeps the literal types of a frame's definition. */
export const defineUpFrame = <C extends Call, const Name extends string>(up: UpFrame<C, Name>): UpFrame<C, Name> => up

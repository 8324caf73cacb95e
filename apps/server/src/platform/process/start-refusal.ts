/**
 * A problem at start that the operator can solve. `message` is one plain Chinese sentence; the terminal shows it alone,
 * without a stack, and the process ends with code 1.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}

/**
 * A problem at start that the operator can solve. `message` is one Chinese sentence, shown without a stack; the process
 * exits with code 1.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}

import type { Transaction } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { SubjectRef, Subjects } from '../../platform/subjects.ts'

/** Attempts that are free, the waits after them, and how soon one attempt is forgotten. */
interface AttemptRule {
  freeAttempts: number
  firstWaitSec: number
  maxWaitSec: number
  refillSec: number
}

/** Limits of wrong passwords: of one lock from one network, of one lock from anywhere, of any lock from one client. */
export interface AttemptRules {
  here: AttemptRule
  anywhere: AttemptRule
  address: AttemptRule
  network: AttemptRule
}

/** What this domain needs from outside. */
export interface LocksNeeds {
  subjects: Pick<Subjects, 'findPlayable'>
  /** Passwords that several people share. */
  passwords: {
    hash(password: string): Promise<string>
    /** Verifies an attempt from an address. Refuses with `refusal` and the wait after too many wrong ones. */
    verify(attempt: {
      /** What the password is of. */
      key: string
      storedHash: string
      password: string
      address: string
      rules: AttemptRules
      refusal: 'PlayPasswordLocked'
    }): Promise<boolean>
  }
  /** Holds a subject until the end of the transaction: what is being made of it meanwhile is over, or waits. */
  holdIn(tx: Transaction<unknown>, subject: SubjectRef): Promise<void>
  /** Announces that what is shown of a subject has changed: in the transaction of the change, and after it. */
  subjectChanged: {
    announceIn(tx: OpenTransaction, subject: SubjectRef): Promise<void>
    announce(subject: SubjectRef): void
  }
}

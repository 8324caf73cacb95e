import { createAdmission, type Admission, type WorkVisitor } from './admission.ts'
import type { AdmissionBounds } from './admission-queue.ts'

const bounds: AdmissionBounds = {
  maxRunning: 1,
  maxWaiting: 4,
  maxWaitingPerNetwork: 4,
  maxWaitingPerAddress: 4,
  maxWaitMs: 60_000,
}
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const refused = { refusal: 'Overloaded' }

export const admissionOf = (changed: Partial<AdmissionBounds> = {}, overloaded = () => false): Admission =>
  createAdmission({ bounds: { ...bounds, ...changed }, overloaded })

/** A visitor who leaves when `leave` is called. */
export function visitor(address = '203.0.113.1', agent = firefox): WorkVisitor & { leave(): void } {
  const leaving = new AbortController()
  return { address, agent, left: leaving.signal, leave: () => leaving.abort() }
}

/** Work that ends on request, and counts its starts. */
export function work<Result>(result: Result) {
  const done = Promise.withResolvers<Result>()
  const piece = {
    begun: 0,
    run: () => {
      piece.begun++
      return done.promise
    },
    end: () => done.resolve(result),
    fail: () => done.reject(new Error('no')),
  }
  return piece
}

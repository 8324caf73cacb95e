import type { Protocol } from '@yunmu/test-bank'
import fc from 'fast-check'

export type SequenceGateway = Protocol | 'transfer'

/** What somebody does next: the payer, the bank, the operator, or the network between them. */
const kinds = [
  'order',
  'order twice',
  'pay',
  'pay',
  'pay in silence',
  'pay another amount',
  'pay again',
  'deliver',
  'deliver',
  'deliver the newest',
  'deliver at once',
  'repeat',
  'tamper',
  'ask',
  'close',
  'refund at the bank',
  'refund a part at the bank',
  'ask for a refund',
  'refund by the operator',
  'refund a part by the operator',
  'charge back',
  'win',
  'nothing',
] as const

export interface Step {
  what: (typeof kinds)[number]
  /** Chooses among what there is. */
  which: number
}

/** What passes between two steps of all sequences of a batch. */
export interface Pause {
  sec: number
  /** All connections to the database break while the steps before it run. */
  isCrash: boolean
  /** The schedule that asks about orders runs. */
  isAsked: boolean
}

/** Sequences that run beside each other, step by step, by one clock. */
export interface Batch {
  sequences: Step[][]
  pauses: Pause[]
}

const step = fc.record({ what: fc.constantFrom(...kinds), which: fc.nat({ max: 1000 }) })
const pause = fc.record({
  sec: fc.constantFrom(0, 0, 1, 20, 61, 200, 700),
  isCrash: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  isAsked: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
})

/** Batches of so many sequences together, the same for the same seed. */
export function drawBatches(count: number, seed: number, { size = 50, steps = 14 } = {}): Batch[] {
  const batch = fc.record({
    sequences: fc.array(fc.array(step, { minLength: steps, maxLength: steps }), { minLength: size, maxLength: size }),
    pauses: fc.array(pause, { minLength: steps, maxLength: steps }),
  })
  return fc.sample(batch, { numRuns: Math.ceil(count / size), seed })
}
